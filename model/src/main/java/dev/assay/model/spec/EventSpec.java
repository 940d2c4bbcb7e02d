package dev.assay.model.spec;

import dev.assay.model.durability.Fault;
import dev.assay.model.spec.PhaseSpec.PageCache;
import java.time.Duration;
import java.util.stream.Stream;

public record EventSpec(
        @Key(
                value = "When it happens, counted from the start of the phase, or of the load without one.",
                fallback = "0 s")
        Duration at,

        @Key(value = "The phase from whose start the time is counted.", fallback = "")
        String phase,

        @Key(value = "The consumer group that stops reading.", fallback = "")
        String pause,

        @Key(value = "The consumer group that resumes reading.", fallback = "")
        String resume,

        @Key(
                value = "The fault that is injected into the cluster: kill-one, pause-one and so on, or none.",
                fallback = "none")
        FaultChoice fault,

        @Key(value = "Whether the system recovers from the faults injected so far.", fallback = "false")
        boolean recover,

        @Key(
                value =
                        "Whether the nodes of a local cluster are restarted one after the other, each once the one before serves and its replicas are in sync again.",
                fallback = "false")
        boolean rollingRestart,

        @Key(value = "The later version of the servers with which they are restarted in that way.", fallback = "")
        String rollingUpgrade,

        @Key(value = "What happens to the page cache: keep, or drop (needs root).", fallback = "keep")
        PageCache pageCache) {
    public EventSpec {
        Check.notNegative("at", at);
        long actions = Stream.of(
                        !pause.isEmpty(),
                        !resume.isEmpty(),
                        fault.fault().isPresent(),
                        recover,
                        rollingRestart,
                        !rollingUpgrade.isEmpty(),
                        pageCache == PageCache.DROP)
                .filter(set -> set)
                .count();
        Check.key(
                "pause",
                actions == 1,
                "an event does one thing, so give one of pause, resume, fault, recover, rolling-restart, rolling-upgrade and page-cache; found "
                        + actions,
                "resume",
                "fault",
                "recover",
                "rolling-restart",
                "rolling-upgrade",
                "page-cache");
    }

    /** Tells whether it restarts the nodes one after the other. */
    public boolean rolling() {
        return rollingRestart || !rollingUpgrade.isEmpty();
    }

    public String title() {
        if (!pause.isEmpty()) {
            return "pause " + pause;
        }
        if (!resume.isEmpty()) {
            return "resume " + resume;
        }
        if (rolling()) {
            return rollingRestart ? "rolling restart" : "rolling upgrade to " + rollingUpgrade;
        }
        return fault.fault().map(Fault::toString).orElse(recover ? "recover" : "drop page cache");
    }
}
