package dev.assay.cli.run;

import dev.assay.core.plan.Plan;
import dev.assay.core.plan.PlannedTrial;
import dev.assay.core.scenario.SystemSpec;
import dev.assay.core.scenario.TrialSpec;
import dev.assay.core.unit.DurationText;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;

/** A plan as text for people. */
public final class PlanText {
    private PlanText() {}

    /** The trials in order, then what all of them need. */
    public static String of(Plan plan) {
        StringBuilder text = new StringBuilder();
        text.append("%s: %d %s%n%n"
                .formatted(plan.scenario(), plan.trials().size(), plan.trials().size() == 1 ? "trial" : "trials"));
        for (PlannedTrial trial : plan.trials()) {
            text.append(line(trial)).append(System.lineSeparator());
        }
        text.append("%nload in all: %s (warm-up and measure; starting, draining and stopping come on top)%n"
                .formatted(DurationText.format(plan.loadTime())));
        plan.trials().stream()
                .map(trial -> needs(trial.spec()))
                .distinct()
                .forEach(needs -> text.append(needs).append(System.lineSeparator()));
        return text.toString();
    }

    private static String line(PlannedTrial trial) {
        var workload = trial.spec().workload();
        var timing = trial.spec().timing();
        double bytesPerSecond =
                workload.rate().perSecond() * workload.message().size().bytes();
        String dimensions = trial.dimensions().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "%3d  %-28s rep %d  %s %s  %s  %d x %d partitions  %s x %s = %.1f MB/s  %s + %s%s",
                trial.number(),
                trial.label(),
                trial.repetition(),
                trial.spec().system().system(),
                trial.spec().deployed().serverVersion(),
                trial.spec().durabilityStatement(),
                workload.topics(),
                workload.partitions(),
                workload.rate(),
                workload.message().size(),
                bytesPerSecond / 1e6,
                DurationText.format(timing.warmup()),
                DurationText.format(timing.measure()),
                dimensions.isEmpty() ? "" : "  [" + dimensions + "]");
    }

    private static String needs(TrialSpec trial) {
        return trial.on()
                .map(on -> "needs: the running cluster '%s' (%s %s), which 'assay cluster up' has started"
                        .formatted(
                                on.name(),
                                on.asStarted().system(),
                                on.asStarted().serverVersion()))
                .orElseGet(() -> needs(trial.system()));
    }

    private static String needs(SystemSpec system) {
        return "needs: " + Secrets.maskedUris(system.needs());
    }

    /** A length of time in minutes and seconds, such as {@code 3:05}. */
    public static String clock(Duration left) {
        return "%d:%02d".formatted(left.toMinutes(), left.toSecondsPart());
    }
}
