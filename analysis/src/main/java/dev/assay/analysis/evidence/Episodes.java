package dev.assay.analysis.evidence;

import dev.assay.analysis.evidence.Episode.Window;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.Phase;
import dev.assay.model.result.TrialRecord;
import java.util.ArrayList;
import java.util.List;

/** Finds the episodes of a trial: readers that caught up, and faults until they were healed. */
final class Episodes {
    private static final double NANOS_PER_SECOND = 1e9;

    private final TrialRecord trial;
    /** What is compared begins with the first measured phase: a cold system is no measure. */
    private final double begin;

    private final double end;

    private Episodes(TrialRecord trial) {
        this.trial = trial;
        begin = trial.phases().stream()
                        .filter(Phase::measured)
                        .mapToLong(Phase::startNanos)
                        .min()
                        .orElse(0)
                / NANOS_PER_SECOND;
        end = trial.phases().stream().mapToLong(Phase::endNanos).max().orElse(0) / NANOS_PER_SECOND;
    }

    static List<Episode> of(TrialRecord trial, List<CatchUp> catchUps) {
        Episodes found = new Episodes(trial);
        List<Episode> episodes = new ArrayList<>();
        catchUps.forEach(catchUp -> episodes.add(found.episode(
                catchUp.subscription() + " catches up",
                catchUp.beganSeconds(),
                catchUp.caughtUpSeconds().orElse(found.end),
                found.end)));
        episodes.addAll(found.disturbances());
        return episodes;
    }

    private List<Episode> disturbances() {
        List<ExecutedEvent> faults =
                trial.events().stream().filter(ReaderEvents::isFault).toList();
        List<Episode> episodes = new ArrayList<>();
        for (int number = 0; number < faults.size(); number++) {
            ExecutedEvent fault = faults.get(number);
            double from = fault.startNanos() / NANOS_PER_SECOND;
            double healed = trial.events().stream()
                            .filter(ReaderEvents::isHeal)
                            .mapToLong(ExecutedEvent::endNanos)
                            .filter(nanos -> nanos > fault.startNanos())
                            .min()
                            .orElse(Long.MAX_VALUE)
                    / NANOS_PER_SECOND;
            double next = number + 1 < faults.size() ? faults.get(number + 1).startNanos() / NANOS_PER_SECOND : end;
            episodes.add(episode(fault.action(), from, Math.min(healed, end), Math.max(next, healed)));
        }
        return episodes;
    }

    /** What follows it is looked at up to a limit, or to the end of the load. */
    private Episode episode(String title, double from, double to, double limit) {
        List<Window> windows = new ArrayList<>();
        if (from > begin) {
            windows.add(new Window("before", begin, from));
        }
        windows.add(new Window("during", from, to));
        double last = Math.min(limit, end);
        if (last > to) {
            windows.add(new Window("after", to, last));
        }
        return new Episode(title, windows);
    }
}
