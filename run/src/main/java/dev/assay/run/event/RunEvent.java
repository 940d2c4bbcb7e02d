package dev.assay.run.event;

import dev.assay.model.failure.FailureCount;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/**
 * Describes an event of a run. The components of these records are the fields of the lines that {@code --json} prints, in lower case
 * with underscores; docs/events.schema.json describes them.
 */
public sealed interface RunEvent {
    /** The version of these records: it grows when a field is removed or changes its meaning, not when one is added. */
    int VERSION = 1;

    /** Returns the type of the event, such as {@code trial-finished}. */
    default String type() {
        return getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    /**
     * The run has its directory.
     *
     * @param events {@link #VERSION}
     * @param resumed whether it continues an earlier one
     * @param plannedTrials folders of the trials that are run whatever the values
     */
    record RunStarted(
            int events, String directory, String scenario, String assay, boolean resumed, List<String> plannedTrials)
            implements RunEvent {}

    /**
     * A trial begins.
     *
     * @param trial its folder
     * @param minTrials of the whole run
     * @param maxTrials of the whole run, if it continues to the end of its budget
     * @param loadSeconds longest duration of its load
     */
    record TrialStarted(
            String trial, int number, int minTrials, int maxTrials, String label, int repetition, double loadSeconds)
            implements RunEvent {}

    /**
     * A verification begins.
     *
     * @param verification its folder
     */
    record VerificationStarted(String verification, int number, int verifications, String label) implements RunEvent {}

    /**
     * A step begins, such as starting a cluster.
     *
     * @param trial the folder of its trial or verification; absent where it has none
     * @param text for people
     */
    record Step(Optional<String> trial, String text) implements RunEvent {}

    /**
     * A trial or verification has entered another stage.
     *
     * @param stage such as {@code draining}
     */
    record Stage(Optional<String> trial, String stage) implements RunEvent {}

    /**
     * A phase of the load has begun; the second that follows is the first of it.
     *
     * @param lengthSeconds its duration, or that without its condition
     */
    record Phase(String trial, String phase, double lengthSeconds) implements RunEvent {}

    /**
     * A second of the load has passed, more or less.
     *
     * @param seconds its end, counted from the start of the load
     * @param lengthSeconds its duration
     * @param failedMessages reported as failed in it
     * @param backlogMessages at its end
     * @param trialLeftSeconds of the load, about
     * @param runLeftSeconds of the whole run, about
     * @param runLeftIsMost whether the run may end earlier
     * @param waitsFor the conditions that a phase which is to last until the trial is steady still waits for, for people; absent for
     *     others
     */
    record Second(
            String trial,
            String phase,
            double seconds,
            double lengthSeconds,
            double offeredMessagesPerSecond,
            double achievedMessagesPerSecond,
            long failedMessages,
            long backlogMessages,
            Latency response,
            Latency endToEnd,
            List<Server> servers,
            List<Machine> machines,
            double trialLeftSeconds,
            double runLeftSeconds,
            boolean runLeftIsMost,
            Optional<String> waitsFor)
            implements RunEvent {}

    /** @param n their number; the others are absent where it is 0 */
    record Latency(
            long n, OptionalLong p50Nanos, OptionalLong p99Nanos, OptionalLong p999Nanos, OptionalLong maxNanos) {
        public static Latency of(Histogram nanos) {
            return nanos.getTotalCount() == 0
                    ? new Latency(
                            0, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty())
                    : new Latency(
                            nanos.getTotalCount(),
                            OptionalLong.of(nanos.getValueAtPercentile(50)),
                            OptionalLong.of(nanos.getValueAtPercentile(99)),
                            OptionalLong.of(nanos.getValueAtPercentile(99.9)),
                            OptionalLong.of(nanos.getMaxValue()));
        }
    }

    /** Describes a server of the system in a second; unknown values are absent. */
    record Server(String server, OptionalDouble cpuCores, OptionalDouble diskWrittenBytesPerSecond) {}

    /** Describes a machine in a second; unknown values are absent. */
    record Machine(String machine, OptionalDouble cpuBusyRatio, OptionalDouble diskBusyRatio) {}

    /**
     * A trial has finished.
     *
     * @param verdict VALID, DEGRADED or INVALID
     * @param reasons worst first; none where it is VALID
     * @param failures for each operation the most frequent first; none where nothing failed
     */
    record TrialFinished(String trial, Verdict.Grade verdict, List<Verdict.Reason> reasons, List<FailureCount> failures)
            implements RunEvent {
        public static TrialFinished of(TrialRecord trial) {
            return new TrialFinished(
                    trial.folder(), trial.verdict().grade(), trial.verdict().reasons(), trial.failures());
        }
    }

    record TrialFailed(String trial, String reason) implements RunEvent {}

    /**
     * A verification has finished.
     *
     * @param outcome such as {@code holds}
     */
    record VerificationFinished(String verification, String outcome, String reason) implements RunEvent {}

    record Message(Optional<String> trial, String text) implements RunEvent {}

    /** A warning was printed, which is on the standard error as well. */
    record Warning(Optional<String> trial, String text) implements RunEvent {}

    /**
     * The run has ended.
     *
     * @param report absent where nothing was finished
     * @param exitCode that of the program; 130 where it was interrupted, of which SIGTERM makes 143
     * @param failure what ended it early; absent where nothing did
     */
    record RunFinished(String directory, Optional<String> report, int exitCode, Optional<String> failure)
            implements RunEvent {}
}
