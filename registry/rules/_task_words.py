"""English words that show that a sentence asks for something."""

from __future__ import annotations

ENGLISH = frozenset(("of", "the", "by", "for", "with", "and", "from", "at", "to", "or"))
"""Words of which nearly every English phrase has one; others may be in another language."""

_SPOKEN = (
    "i i'd i'm i've i'll me my mine we we're we've our us you your please let's "
    "is are was were am do does did has have had can could should would will must "
    "need needs want wants who whom whose what when where why how which whether"
)

SPOKEN = frozenset(_SPOKEN.split())
"""Words of sentences that address someone or ask for something."""

_VERBS = (
    "accept add alert analyse analyze answer append apply approve archive arrange ask "
    "assign attach audit ban block book bookmark bring browse build buy calculate call "
    "cancel change chart check choose clean clear close collect combine comment compare "
    "compile complete compute confirm connect continue convert copy correct count create "
    "cut deactivate decide decline decode define delete deploy describe detect determine "
    "disable discover display do download draft draw drop duplicate edit email enable "
    "encode end erase estimate evaluate exchange exclude execute explain export extend "
    "extract fetch figure file fill filter find fix flag follow force forecast format "
    "forward free generate geocode get give go grant group hand help hide identify import "
    "include increase inform insert inspect install invite invoice jot keep label launch "
    "leave let like link list listen load locate lock log look lower make map mark match "
    "measure mention merge message mirror monitor move mute name narrow navigate note "
    "notify obtain open order organise organize outline pause pay pick pin place plan play "
    "plot point post predict prepare print propose publish pull push put query quote raise "
    "rank rate read rebase recall recommend record redirect refresh refund register reject "
    "release remember remind remove rename renew reopen repeat replace replay reply report "
    "request reserve reset resolve restart restore resume retrieve return reverse review "
    "revoke run save say scan schedule score search see select send set settle share ship "
    "shorten show shuffle sign simulate skip sort spell split star start stop store submit "
    "subscribe suggest summarise summarize switch sync tag take tell test throw tick top "
    "transcribe transfer translate trash trigger try turn unassign undo unfollow uninstall "
    "unlock unpin unstar unsubscribe update upgrade upload use validate verify view visit "
    "vote wait walk warn watch work write "
)

VERBS = frozenset(_VERBS.split())
"""Verbs that begin a request to an agent."""

DETERMINERS = frozenset(("a", "an", "the", "this", "that", "these", "those", "every", "each"))
"""Words that begin the object of a verb, whatever the verb."""

_NO_VERBS = (
    "about above across after against all along around as at before behind below beside between "
    "both but by during except for from half in inside into like near of off on only or out "
    "outside over per since than through till to toward towards under until upon via with within "
    "without"
)

NO_VERBS = frozenset(_NO_VERBS.split())
"""Other words that are followed by a determiner."""
