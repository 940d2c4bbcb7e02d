package dev.assay.analysis.verdict;

import dev.assay.analysis.quality.PhaseQualities;
import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.quality.Quality.Flaw;
import dev.assay.analysis.quality.Quality.Kind;
import dev.assay.analysis.statistics.GroupLoad;
import dev.assay.analysis.statistics.LoadChange;
import dev.assay.analysis.statistics.PhaseDrift;
import dev.assay.analysis.statistics.PhaseStatistics;
import dev.assay.analysis.statistics.PhaseStatistics.ForeignCpu;
import dev.assay.analysis.statistics.PhaseStatistics.ForeignDisk;
import dev.assay.analysis.statistics.PhaseStatistics.HostLoad;
import dev.assay.analysis.statistics.PhaseStatistics.WorkerLoad;
import dev.assay.analysis.statistics.SampleStatistics.Of;
import dev.assay.analysis.statistics.SeriesUse;
import dev.assay.analysis.statistics.TrialStatistics;
import dev.assay.analysis.steady.Drift;
import dev.assay.analysis.steady.MannKendall;
import dev.assay.analysis.steady.Medians;
import dev.assay.analysis.steady.Tolerance;
import dev.assay.analysis.steady.TwoLevels;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.LostWorker;
import dev.assay.model.result.Placement;
import dev.assay.model.result.Placement.ServerPod;
import dev.assay.model.result.Placement.WorkerPod;
import dev.assay.model.result.RecheckRecord;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.SteadyRecord.SeriesRecord;
import dev.assay.model.result.SteadyRecord.State;
import dev.assay.model.result.SteadyText;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Phase.Expectation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Applies every rule of a verdict to the stored files of a trial and to nothing else. Each measured phase is judged by itself, the
 * delivery over the whole trial; the worst reason gives the trial's grade. Reasons that a phase {@linkplain Expectations expects}
 * are listed as findings and make nothing worse.
 *
 * <p>A rule whose evidence the files do not have is not applied. Its reason at the time is kept, and says so.
 *
 * <p>In this file, {@link #judge} applies the rules in order; then follow those of the delivery, the load, drift, syncs, single
 * values, the harness, the machines and pods, then what phases expect, and what rules need to be applied at all. Rules compare
 * values with a {@link Threshold}; docs/RULES.md explains its value.
 */
public final class VerdictRules {
    /** Numbers the version of the rules; every change of a rule makes a new one. */
    public static final int RULES = 12;

    public static final VerdictRules PRESENT = new VerdictRules(Thresholds.PRESENT);

    private static final double NANOS_PER_SECOND = 1e9;

    private static final String KEPT = " (as judged at the time: the trial's files lack what this rule needs)";

    private final Thresholds thresholds;
    private final Set<Rule> left;

    public VerdictRules(Thresholds thresholds) {
        this(thresholds, Set.of());
    }

    private VerdictRules(Thresholds thresholds, Set<Rule> left) {
        this.thresholds = thresholds;
        this.left = Set.copyOf(left);
    }

    /** Returns rules that ignore some of them, so that what only these would show is not found. */
    public VerdictRules without(Set<Rule> rules) {
        return new VerdictRules(thresholds, rules);
    }

    public Verdict judge(StoredTrial trial) {
        return judge(TrialStatistics.of(trial));
    }

    public Verdict judge(TrialStatistics statistics) {
        List<Reason> reasons = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        DeliveryRules delivery = new DeliveryRules(statistics, thresholds);
        reasons.addAll(delivery.reasons());
        findings.addAll(delivery.findings());
        workerLost(statistics).ifPresent(reasons::add);
        DriftRules.warmUps(statistics, thresholds, reasons, findings);
        reasons.addAll(MachineRules.suspensions(statistics, thresholds));
        statistics.placement().ifPresent(placement -> reasons.addAll(new PodRules(placement).reasons()));
        for (PhaseStatistics phase : statistics.measured()) {
            for (Reason reason : ofPhase(statistics, phase)) {
                if (Expectations.expects(phase.phase().expectation(), reason.code())
                        || Expectations.ordered(statistics.trial(), phase.phase(), reason)) {
                    findings.add(new Finding(phase.phase().name(), reason.code(), reason.cause()));
                } else {
                    reasons.add(reason.in(phase.phase().name()));
                }
            }
            new LoadRules(phase, thresholds).outage().ifPresent(findings::add);
            new LoadRules(phase, thresholds).behind().ifPresent(findings::add);
            rebalanced(statistics.trial(), phase.phase()).ifPresent(findings::add);
            findings.addAll(new DriftRules(phase, thresholds).findings());
            new QualityRules(statistics, phase, qualities(statistics.trial(), phase))
                    .finding()
                    .ifPresent(findings::add);
        }
        reasons.removeIf(reason -> isOf(left, reason));
        findings.removeIf(
                finding -> Rule.ofCode(finding.code()).filter(left::contains).isPresent());
        Set<Rule> missing = MissingStatistics.of(statistics);
        reasons.removeIf(reason -> isOf(missing, reason));
        statistics.trial().verdict().reasons().stream()
                .filter(reason -> isOf(missing, reason))
                .map(reason -> new Reason(
                        reason.severity(), reason.code(), reason.cause() + KEPT, reason.action(), reason.phase()))
                .forEach(reasons::add);
        return Verdict.of(RULES, reasons, findings);
    }

    /** Returns a reason with the load offered without a lost worker, and the number of messages whose outcome is not known. */
    private static Optional<Reason> workerLost(TrialStatistics statistics) {
        List<LostWorker> lost = statistics.trial().course().lostWorkers();
        if (lost.isEmpty()) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>();
        for (LostWorker one : lost) {
            parts.add(String.format(
                    Locale.ROOT,
                    "worker %s was lost at second %.1f of the load, of which it carried %s, with %s of the consumers",
                    one.worker(),
                    one.seconds(),
                    ValueText.percent(one.share()),
                    ValueText.percent(one.consumerShare())));
        }
        for (PhaseStatistics phase : statistics.measured()) {
            parts.add("phase %s: its rates and latencies are those of %s msg/s offered out of %s msg/s intended"
                    .formatted(
                            phase.phase().name(),
                            ValueText.count(phase.offeredPerSecond()),
                            ValueText.count(statistics.trial().intendedPerSecond(phase.phase()))));
        }
        Delivery delivery = statistics.trial().delivery();
        if (delivery.notKnown() > 0) {
            parts.add("it is not known whether %s due at its producers were sent and acknowledged"
                    .formatted(ValueText.messages(delivery.notKnown())));
        }
        for (SubscriptionDelivery subscription : delivery.subscriptions()) {
            if (subscription.notKnown() > 0) {
                parts.add("subscription %s: it is not known whether %s should have arrived, or did"
                        .formatted(subscription.subscription(), ValueText.messages(subscription.notKnown())));
            }
        }
        return Optional.of(
                Rule.WORKER_LOST.degraded(
                        String.join("; ", parts),
                        "Find out in the worker's log, and that of its machine, why it ended, and repeat the trial to compare its values."));
    }

    public PhaseQualities qualities(TrialRecord trial, PhaseStatistics phase) {
        return new PhaseQualities(trial, phase, thresholds.quality());
    }

    private static boolean isOf(Set<Rule> rules, Reason reason) {
        return Rule.ofCode(reason.code()).filter(rules::contains).isPresent();
    }

    private List<Reason> ofPhase(TrialStatistics statistics, PhaseStatistics phase) {
        List<Reason> reasons = new ArrayList<>();
        if (phase.offeredPerSecond() > 0
                && phase.latencies().of(LatencyMetric.RESPONSE).histogram().getTotalCount() == 0) {
            FailureText failures =
                    FailureText.ofSends(statistics.trial(), phase.phase().name()::equals);
            reasons.add(Rule.NOTHING_MEASURED.invalid(
                    "no message due in the measured phase was acknowledged",
                    failures.action().orElse("Check in the logs that the system accepts messages, then run again.")));
        }
        boolean consumersLost =
                statistics.trial().course().lostWorkers().stream().anyMatch(lost -> lost.consumerShare() > 0);
        reasons.addAll(new LoadRules(phase, thresholds, !consumersLost).reasons());
        // Messages that pile up already show that the state is not steady.
        if (reasons.stream().noneMatch(reason -> reason.code().equals(Rule.OUTSTANDING_GROWING.code()))) {
            reasons.addAll(new DriftRules(phase, thresholds).reasons());
        }
        consumersFailed(statistics.trial(), phase.phase()).ifPresent(reasons::add);
        reasons.addAll(new SyncRules(statistics.trial(), phase, thresholds).reasons());
        reasons.addAll(new QualityRules(statistics, phase, qualities(statistics.trial(), phase)).reasons());
        reasons.addAll(new HarnessRules(statistics.trial(), phase, thresholds).reasons());
        reasons.addAll(new MachineRules(statistics.trial(), phase, thresholds).reasons());
        return reasons;
    }

    /** Returns a reason for errors that consumers survived, whose cost is part of the values. */
    private static Optional<Reason> consumersFailed(TrialRecord trial, Phase phase) {
        FailureText failures = FailureText.ofConsumers(trial, phase.name()::equals);
        return failures.action()
                .map(action -> Rule.CONSUMERS_FAILED.degraded(
                        "consumers failed %s and went on%s".formatted(ValueText.times(failures.n()), failures.after()),
                        action));
    }

    /** Returns a finding about rebalances, whose cost is part of the phase's values: starting or stopping a consumer causes them. */
    private static Optional<Finding> rebalanced(TrialRecord trial, Phase phase) {
        long moves = trial.failures().stream()
                .filter(count -> !count.isFailure())
                .mapToLong(count -> count.in(phase.name()))
                .sum();
        return moves == 0
                ? Optional.empty()
                : Optional.of(new Finding(
                        phase.name(),
                        Finding.REBALANCED,
                        "a consumer had to give partitions away while its group was rebalanced (n = %s)"
                                .formatted(ValueText.count(moves))));
    }

    /**
     * Judges the delivery of the messages of the whole trial, warm-up included. What a phase expects of its messages is subtracted,
     * and is a finding of that phase; without counts by phase nothing is subtracted.
     */
    private static final class DeliveryRules {
        private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]+");
        private static final String KEEP =
                "Have the servers keep messages for as long as the trial takes (see the effective settings), and repeat it: until then nothing shows that the system lost them.";

        private final TrialStatistics statistics;
        private final Delivery delivery;
        private final Thresholds thresholds;
        private final List<Reason> reasons = new ArrayList<>();
        private final List<Finding> findings = new ArrayList<>();

        DeliveryRules(TrialStatistics statistics, Thresholds thresholds) {
            this.statistics = statistics;
            this.delivery = statistics.trial().delivery();
            this.thresholds = thresholds;
            apply();
        }

        List<Reason> reasons() {
            return reasons;
        }

        List<Finding> findings() {
            return findings;
        }

        private void apply() {
            if (delivery.violations() > 0) {
                reasons.add(Rule.VIOLATIONS.invalid(
                        "the driver reported %s as completed more than once"
                                .formatted(ValueText.messages(delivery.violations())),
                        "This is a defect of the driver: report it with the trial's folder."));
            }
            lossAndDrain();
            arrivals();
            outcome(
                    Rule.MESSAGES_FAILED,
                    delivery.failed(),
                    PhaseDelivery::failed,
                    "failed",
                    "Look for client errors in the worker's log; timeouts point to an overloaded system.");
            outcome(
                    Rule.MESSAGES_UNKNOWN,
                    delivery.unknown(),
                    PhaseDelivery::unknown,
                    "had no outcome by the end",
                    "Raise timing.drain above the client's own delivery timeout.");
            unsent();
        }

        private void lossAndDrain() {
            boolean drained = statistics.trial().course().drain().complete();
            boolean underWay = !drained && statistics.stillArriving();
            long missing = worst(delivery.subscriptions(), SubscriptionDelivery::missing);
            if (missing > 0 && !underWay) {
                lost();
                arrival(
                        Rule.UNDELIVERED,
                        SubscriptionDelivery::undelivered,
                        "acknowledged and stored (a new consumer found them), but not delivered to the subscription by the end of the drain",
                        deleted().isEmpty()
                                ? "Check the worker's log for consumer errors and rebalances, and the brokers' logs for this subscription."
                                : KEEP);
            } else if (!drained && !missingAsExpected()) {
                reasons.add(Rule.NOT_DRAINED.invalid(
                        notDrained(missing, delivery.unknown()),
                        "Lower workload.rate until the consumers keep up, or raise timing.drain."));
            }
        }

        /** Reports messages as lost if a new consumer searched to the end without finding them, and otherwise as missing. */
        private void lost() {
            for (SubscriptionDelivery subscription : delivery.subscriptions()) {
                RecheckRecord reading = statistics
                        .trial()
                        .course()
                        .drain()
                        .readingOf(subscription.subscription())
                        .orElse(null);
                if (reading == null || reading.complete()) {
                    arrival(
                            Rule.LOSS,
                            subscription,
                            SubscriptionDelivery::lost,
                            "acknowledged, but never arrived" + (reading == null ? "" : notFound(reading)),
                            deleted().isEmpty()
                                    ? "Compare the effective settings with the claimed level, and check the brokers' logs."
                                    : KEEP);
                } else {
                    arrival(
                            Rule.MISSING,
                            subscription,
                            SubscriptionDelivery::lost,
                            "acknowledged, but never arrived, and %s: %s"
                                    .formatted(lookedAgain(reading), reading.detail()),
                            "Remove that cause and repeat the trial; check the logs of brokers and workers.");
                }
            }
        }

        /** Describes the servers' settings that delete messages regardless of delivery; empty where they report none. */
        private String deleted() {
            String deleting = statistics
                    .trial()
                    .setup()
                    .config()
                    .groups()
                    .getOrDefault(EffectiveConfig.DELETING, Map.of())
                    .entrySet()
                    .stream()
                    .filter(this::mayHaveBeenReached)
                    .map(setting -> setting.getKey() + "=" + setting.getValue())
                    .collect(Collectors.joining(", "));
            return deleting.isEmpty() ? "" : "; the servers delete messages by themselves: " + deleting;
        }

        /**
         * Tells whether a retention limit may have been reached: an amount of bytes beyond twice the payload of the whole trial has
         * deleted nothing.
         */
        private boolean mayHaveBeenReached(Map.Entry<String, String> setting) {
            double written = 2.0
                    * delivery.sent()
                    * statistics.trial().plan().workload().message().largestBytes();
            return !setting.getKey().endsWith("bytes")
                    || WHOLE_NUMBER
                            .matcher(setting.getValue())
                            .results()
                            .mapToDouble(value -> Double.parseDouble(value.group()))
                            .anyMatch(bytes -> bytes >= 0 && bytes <= written);
        }

        private static String notFound(RecheckRecord reading) {
            String source = switch (reading.source()) {
                case TOPIC -> "everything in the system";
                case REST -> "the rest of the queue";
            };
            return ", and not found by a new consumer that read " + source
                    + (reading.detail().isEmpty() ? "" : ": " + reading.detail());
        }

        private static String lookedAgain(RecheckRecord reading) {
            return reading.read() == 0 && reading.outcome() != RecheckRecord.Outcome.CUT
                    ? "not rechecked"
                    : "not fully rechecked";
        }

        private String notDrained(long missing, long unknown) {
            if (missing + unknown == 0) {
                return "after a drain of %s, some messages were still missing; they arrived later"
                        .formatted(ValueText.time(
                                statistics.trial().course().drain().longestNanos()));
            }
            return "after a drain of %s, %s had not arrived yet and %s had no outcome"
                    .formatted(
                            ValueText.time(statistics.trial().course().drain().longestNanos()),
                            ValueText.messages(missing),
                            ValueText.count(unknown));
        }

        /** Tells whether all missing messages are of phases that may leave some behind. */
        private boolean missingAsExpected() {
            List<PhaseDelivery> missing = delivery.phases().stream()
                    .filter(phase ->
                            phase.unknown() > 0 || worst(phase.subscriptions(), SubscriptionDelivery::missing) > 0)
                    .toList();
            boolean expected =
                    !missing.isEmpty() && missing.stream().allMatch(phase -> expects(phase, Rule.NOT_DRAINED));
            if (expected) {
                missing.forEach(phase -> findings.add(new Finding(
                        phase.phase(),
                        Rule.NOT_DRAINED.code(),
                        notDrained(worst(phase.subscriptions(), SubscriptionDelivery::missing), phase.unknown()))));
            }
            return expected;
        }

        private void arrivals() {
            arrival(
                    Rule.CORRUPTED,
                    SubscriptionDelivery::corrupted,
                    "arrived with a checksum that does not match",
                    "Something altered payloads in transit; rule out interceptors and proxies first, then memory faults.");
            arrival(
                    Rule.UNEXPECTED,
                    SubscriptionDelivery::unexpected,
                    "arrived that this trial never sent",
                    "Make sure that nobody else writes to the trial's topics.");
            arrival(
                    Rule.DUPLICATES,
                    SubscriptionDelivery::duplicated,
                    "arrived more than once",
                    "Expected where producers retry without idempotence; otherwise look for timeouts in the worker's log.");
            arrival(
                    Rule.OUT_OF_ORDER,
                    SubscriptionDelivery::outOfOrder,
                    "arrived after a later one from the same producer and partition",
                    "Expected of systems without ordered delivery; otherwise look for retries with several requests in flight.");
        }

        private static long worst(
                List<SubscriptionDelivery> subscriptions, ToLongFunction<SubscriptionDelivery> statistic) {
            return subscriptions.stream().mapToLong(statistic).max().orElse(0);
        }

        private void arrival(Rule rule, ToLongFunction<SubscriptionDelivery> statistic, String what, String action) {
            delivery.subscriptions().forEach(subscription -> arrival(rule, subscription, statistic, what, action));
        }

        private void arrival(
                Rule rule,
                SubscriptionDelivery subscription,
                ToLongFunction<SubscriptionDelivery> statistic,
                String what,
                String action) {
            long expected = 0;
            for (PhaseDelivery phase : expecting(rule, subscription)) {
                long ofPhase = phase.subscriptions().stream()
                        .filter(phaseDelivery -> phaseDelivery.subscription().equals(subscription.subscription()))
                        .mapToLong(statistic)
                        .sum();
                expected += ofPhase;
                note(phase, rule, ofPhase, cause(subscription, ofPhase, what, phase.acked()));
            }
            long count = statistic.applyAsLong(subscription) - expected;
            if (count > 0) {
                String cause = cause(subscription, count, what, delivery.acked())
                        + (rule == Rule.DUPLICATES ? redelivered(subscription) + expelled() : "")
                        + (rule == Rule.LOSS || rule == Rule.UNDELIVERED ? deleted() : "");
                boolean allowed = rule == Rule.DUPLICATES || rule == Rule.OUT_OF_ORDER;
                reasons.add(allowed ? rule.degraded(cause, action) : rule.invalid(cause, action));
            }
        }

        private static String redelivered(SubscriptionDelivery subscription) {
            return subscription.redelivered() == 0
                    ? ""
                    : "; the system marked %s as redelivered".formatted(ValueText.messages(subscription.redelivered()));
        }

        /** Describes expelled consumers, since their successors begin at the last committed position. */
        private String expelled() {
            long times =
                    FailureCount.total(statistics.trial().failures(), count -> count.kind() == FailureClass.EXPELLED);
            return times == 0 ? "" : "; consumers were expelled from their group %s".formatted(ValueText.times(times));
        }

        private static String cause(SubscriptionDelivery subscription, long count, String what, long acked) {
            return "subscription %s: %s %s, of %s acknowledged"
                    .formatted(subscription.subscription(), ValueText.messages(count), what, ValueText.count(acked));
        }

        /**
         * Judges each measured phase by its own fraction; the other messages are reported separately. Without counts by phase all messages
         * are judged together.
         */
        private void outcome(Rule rule, long all, ToLongFunction<PhaseDelivery> statistic, String what, String action) {
            long rest = all;
            long restSent = delivery.sent();
            List<String> judged = new ArrayList<>();
            for (PhaseDelivery phase : delivery.phases()) {
                long count = statistic.applyAsLong(phase);
                FailureText failures = failures(rule, phase.phase()::equals);
                String cause = cause(count, phase.sent(), what) + failures.after();
                if (expects(phase, rule)) {
                    note(phase, rule, count, cause);
                } else if (!measured(phase)) {
                    continue;
                } else if (count > 0) {
                    reasons.add(new Reason(
                                    grade(count, phase.sent()),
                                    rule.code(),
                                    cause,
                                    failures.action().orElse(action))
                            .in(phase.phase()));
                }
                judged.add(phase.phase());
                rest -= count;
                restSent -= phase.sent();
            }
            if (rest > 0) {
                boolean beside = !delivery.phases().isEmpty();
                FailureText failures = failures(rule, phase -> !judged.contains(phase));
                reasons.add(new Reason(
                        beside ? Grade.DEGRADED : grade(rest, restSent),
                        rule.code(),
                        cause(rest, restSent, what)
                                + (beside ? ", none of them in a measured phase" : "")
                                + failures.after(),
                        failures.action().orElse(action)));
            }
        }

        /** Describes why messages failed; nothing is known about those without an outcome. */
        private FailureText failures(Rule rule, Predicate<String> phases) {
            return FailureText.ofSends(statistics.trial(), phase -> rule == Rule.MESSAGES_FAILED && phases.test(phase));
        }

        private Grade grade(long count, long sent) {
            return count / (double) Math.max(1, sent) > thresholds.of(Threshold.FAILED)
                    ? Grade.INVALID
                    : Grade.DEGRADED;
        }

        private static String cause(long count, long sent, String what) {
            return "%s of %s sent %s (%s)"
                    .formatted(
                            ValueText.messages(count),
                            ValueText.count(sent),
                            what,
                            ValueText.percent(count / (double) Math.max(1, sent)));
        }

        private void unsent() {
            long rest = delivery.unsent();
            for (PhaseDelivery phase : delivery.phases()) {
                String cause = unsent(phase.unsent(), phase.scheduled());
                if (expects(phase, Rule.UNSENT)) {
                    note(phase, Rule.UNSENT, phase.unsent(), cause);
                    rest -= phase.unsent();
                } else if (phase.unsent() > 0 && measured(phase)) {
                    reasons.add(unsentReason(cause).in(phase.phase()));
                    rest -= phase.unsent();
                }
            }
            if (rest > 0) {
                reasons.add(unsentReason(unsent(rest, delivery.scheduled())));
            }
        }

        private static String unsent(long unsent, long scheduled) {
            return "%s of %s scheduled were never handed to the client, because the producers were too far behind to catch up"
                    .formatted(ValueText.messages(unsent), ValueText.count(scheduled));
        }

        private static Reason unsentReason(String cause) {
            return Rule.UNSENT.invalid(cause, "Lower workload.rate, or add producers or workers.");
        }

        private void note(PhaseDelivery phase, Rule rule, long count, String cause) {
            if (count > 0) {
                findings.add(new Finding(phase.phase(), rule.code(), cause));
            }
        }

        /**
         * Returns the phases that expect a rule. Where no order is promised, every phase expects disorder, as chance determines which
         * consumer a message goes to.
         */
        private List<PhaseDelivery> expecting(Rule rule, SubscriptionDelivery subscription) {
            boolean unordered = !statistics.trial().isOrdered(subscription.subscription());
            return rule == Rule.OUT_OF_ORDER && unordered ? delivery.phases() : expecting(rule);
        }

        private List<PhaseDelivery> expecting(Rule rule) {
            return delivery.phases().stream()
                    .filter(phase -> expects(phase, rule))
                    .toList();
        }

        private boolean expects(PhaseDelivery phase, Rule rule) {
            return phases(phase).anyMatch(one -> Expectations.expects(one.expectation(), rule));
        }

        private boolean measured(PhaseDelivery phase) {
            return phases(phase).anyMatch(Phase::measured);
        }

        private java.util.stream.Stream<Phase> phases(PhaseDelivery phase) {
            return statistics.trial().course().phases().stream()
                    .filter(one -> one.name().equals(phase.phase()));
        }
    }

    /** Judges whether the load was the requested one, and whether the system was in a steady state under it. */
    private static final class LoadRules {
        private static final int MIN_POINTS = 8;

        private final PhaseStatistics statistics;
        private final Thresholds thresholds;
        private final boolean tellsReceived;
        private final List<Reason> reasons = new ArrayList<>();

        LoadRules(PhaseStatistics statistics, Thresholds thresholds) {
            this(statistics, thresholds, true);
        }

        /** @param tellsReceived whether all received messages are known; those that a lost worker received last are not */
        LoadRules(PhaseStatistics statistics, Thresholds thresholds, boolean tellsReceived) {
            this.tellsReceived = tellsReceived;
            this.statistics = statistics;
            this.thresholds = thresholds;
        }

        List<Reason> reasons() {
            statistics.load().ifPresent(load -> {
                rate(load);
                outstanding(load);
            });
            return reasons;
        }

        /**
         * Returns how long a system that was disturbed on purpose acknowledged nothing. Where no disturbance is expected, other rules find
         * an outage.
         */
        Optional<Finding> outage() {
            return statistics
                    .load()
                    .filter(load -> statistics.phase().expectation() == Expectation.DISTURBED)
                    .map(LoadChange::silenceSeconds)
                    .map(seconds -> seconds * NANOS_PER_SECOND)
                    .filter(nanos -> nanos >= thresholds.of(Threshold.OUTAGE_NANOS))
                    .map(nanos -> new Finding(
                            statistics.phase().name(),
                            "outage",
                            "nothing was acknowledged for %s (in whole seconds)".formatted(ValueText.time(nanos))));
        }

        /** Returns a finding about messages still under way when the phase began, since those behind them wait for them. */
        Optional<Finding> behind() {
            LoadChange load = statistics.load().orElse(null);
            if (load == null || statistics.phase().expectation() != Expectation.SUSTAINED || nothingOffered(load)) {
                return Optional.empty();
            }
            double perSecond = statistics.offeredPerSecond();
            double begin = statistics.phase().startNanos();
            if (load.behind() <= forgiven(LatencyMetric.RESPONSE, load, begin)) {
                return Optional.empty();
            }
            return Optional.of(new Finding(
                    statistics.phase().name(),
                    Finding.BEGAN_BEHIND,
                    "it began with %s messages that were due before it and not yet acknowledged, which is %s of load"
                            .formatted(
                                    ValueText.count(load.behind()),
                                    ValueText.time(load.behind() / perSecond * NANOS_PER_SECOND))));
        }

        /** Tells whether nothing was due: a second that the phase before shares with this one seems to offer messages in both. */
        private boolean nothingOffered(LoadChange load) {
            return load.offered() <= 0 || statistics.offeredPerSecond() <= 0;
        }

        private void rate(LoadChange load) {
            double offered = load.offered();
            if (nothingOffered(load)) {
                return;
            }
            Phase phase = statistics.phase();
            double responding = inFlightAtEnd(LatencyMetric.RESPONSE, load);
            if (tooFew(load.sent() + responding, offered)) {
                missed(
                        load.sent() + responding,
                        offered,
                        missed("sent", load.sent(), 0, responding, offered, phase)
                                + "; the system held back the clients, or the workers could not keep up");
            } else if (tooFew(load.acked() + load.failed() + responding, offered)) {
                missed(
                        load.acked() + load.failed() + responding,
                        offered,
                        missed("acknowledged", load.acked(), load.failed(), responding, offered, phase)
                                + "; the system or the workers' clients could not keep up");
            } else if (tellsReceived) {
                received(load, phase);
            }
        }

        private void received(LoadChange load, Phase phase) {
            double offered = load.offered();
            double arriving = inFlightAtEnd(LatencyMetric.END_TO_END, load);
            statistics.groups().stream()
                    .filter(GroupLoad::live)
                    .min(Comparator.comparingDouble(group -> group.receivedDue() + group.failed()))
                    .filter(slowest -> tooFew(slowest.receivedDue() + slowest.failed() + arriving, offered))
                    .ifPresent(slowest -> missed(
                            slowest.receivedDue() + slowest.failed() + arriving,
                            offered,
                            missed(
                                            consumers(slowest) + " received, of the messages due in the phase,",
                                            slowest.receivedDue(),
                                            slowest.failed(),
                                            arriving,
                                            offered,
                                            phase)
                                    + "; the consumers, or the system serving them, could not keep up"));
        }

        private static String consumers(GroupLoad group) {
            String name = group.subscription().name();
            return name.isEmpty() ? "consumers" : "consumers of subscription " + name;
        }

        /** Tells whether a count is too low although it includes the messages in flight. */
        private boolean tooFew(double count, double offered) {
            return count / offered < thresholds.of(Threshold.RATE_DEGRADED);
        }

        private void missed(double count, double offered, String cause) {
            Grade grade = count / offered < thresholds.of(Threshold.RATE_INVALID) ? Grade.INVALID : Grade.DEGRADED;
            reasons.add(new Reason(
                    grade,
                    Rule.RATE_MISSED.code(),
                    cause,
                    "Lower workload.rate, or find what is saturated: worker, broker or disk, in the report's charts."));
        }

        private double inFlightAtEnd(LatencyMetric metric, LoadChange load) {
            return Math.min(load.offered(), forgiven(metric, load, (double)
                    statistics.phase().endNanos()));
        }

        /**
         * Returns the messages that may be in flight at a time: those that were offered within the latency before, which under a constant
         * load is rate times latency (J. D. C. Little, "A proof for the queuing formula L = λ W", Operations Research 9, 1961). Latencies
         * that grow as messages pile up, or that are due to an earlier backlog, must not excuse themselves, so the better third counts.
         */
        private double forgiven(LatencyMetric metric, LoadChange load, double atNanos) {
            double latency = Math.min(
                    lower(metric.title() + " p99"),
                    thresholds.of(Threshold.IN_FLIGHT_OF_MEDIAN) * lower(metric.title() + " p50"));
            double nanos = Math.max(thresholds.of(Threshold.IN_FLIGHT_NANOS), latency);
            return Math.min(1, load.offered())
                    + load.curve().atMostBefore(atNanos / NANOS_PER_SECOND, nanos / NANOS_PER_SECOND);
        }

        private double lower(String series) {
            return PhaseDrift.lower(statistics.drifts(), series);
        }

        /**
         * Describes a missed rate with the percentage that is judged, not rounded up to the limit that it misses.
         *
         * @param failed messages whose outcome is known, and which another rule judges
         */
        private static String missed(
                String what, double count, double failed, double forgiven, double offered, Phase phase) {
            double seconds = phase.lengthNanos() / NANOS_PER_SECOND;
            return "%s %s msg/s of %s msg/s offered over %s (%s with the %s messages that may be in flight at its end%s)"
                    .formatted(
                            what,
                            ValueText.count(count / seconds),
                            ValueText.count(offered / seconds),
                            ValueText.time(phase.lengthNanos()),
                            ValueText.percent(Math.floor((count + failed + forgiven) / offered * 1e5) / 1e5),
                            ValueText.count(forgiven),
                            Math.round(failed) == 0
                                    ? ""
                                    : " and the %s that failed".formatted(ValueText.count(failed)));
        }

        /**
         * Judges the trend of messages that were offered and have neither failed nor been received, whether they wait before the producer
         * or behind the broker.
         */
        private void outstanding(LoadChange load) {
            MannKendall trend = load.outstanding();
            if (load.points() < MIN_POINTS || load.offered() <= 0) {
                return;
            }
            double offeredPerSecond = statistics.offeredPerSecond();
            double growth = trend.slope() * statistics.phase().lengthNanos() / NANOS_PER_SECOND;
            double limit = offeredPerSecond * thresholds.of(Threshold.OUTSTANDING_GROWTH_NANOS) / NANOS_PER_SECOND;
            if (growth > limit && trend.z() > thresholds.of(Threshold.OUTSTANDING_Z)) {
                reasons.add(Rule.OUTSTANDING_GROWING.invalid(
                        "messages outstanding grew by %s msg/s, which makes %s messages over %s at %s msg/s offered (trend z %.1f)"
                                .formatted(
                                        ValueText.count(trend.slope()),
                                        ValueText.count(growth),
                                        ValueText.time(statistics.phase().lengthNanos()),
                                        ValueText.count(offeredPerSecond),
                                        trend.z()),
                        "The system cannot sustain this load: lower workload.rate, or add partitions or consumers."));
            }
        }
    }

    /** Judges whether values moved in one direction through a phase in which the load was constant and to be sustained. */
    private static final class DriftRules {
        private static final double NANOS_PER_MILLI = 1e6;
        private static final double SAME_RATE = 0.05;
        private static final String LONGER =
                "Let the warm-up last longer, run fewer things on the machine, or lower workload.rate.";

        private final PhaseStatistics statistics;
        private final Thresholds thresholds;

        DriftRules(PhaseStatistics statistics, Thresholds thresholds) {
            this.statistics = statistics;
            this.thresholds = thresholds;
        }

        /** Returns one reason for all drifting values, since their causes are seldom independent. */
        List<Reason> reasons() {
            List<Reason> reasons = new ArrayList<>(levels());
            List<String> drifting = new ArrayList<>();
            for (PhaseDrift one : drifts()) {
                if (state(one) == State.CHANGING) {
                    drifting.add(text(one));
                }
            }
            if (!drifting.isEmpty()) {
                reasons.add(
                        Rule.DRIFT.degraded(
                                String.join("; ", drifting),
                                "Warm up for longer (timing.warmup: { at-least: ..., at-most: ... }), measure for longer, or find what changes in the report's charts."));
            }
            return reasons;
        }

        /**
         * Judges phases that were to last until the trial is in a steady state. Measured phases outweigh them: where these show by
         * themselves that they are steady, it no longer matters that this was not known before.
         */
        static void warmUps(
                TrialStatistics statistics, Thresholds thresholds, List<Reason> reasons, List<Finding> findings) {
            boolean measuredSteady = !statistics.measured().isEmpty();
            for (PhaseStatistics phase : statistics.measured()) {
                measuredSteady &= new DriftRules(phase, thresholds).steady();
            }
            for (SteadyRecord seen : statistics.trial().course().steady()) {
                String cause = "phase " + seen.phase() + " was " + SteadyText.of(seen);
                if (!seen.reached() && measuredSteady) {
                    findings.add(new Finding(seen.phase(), Finding.STEADY_WHEN_MEASURED, cause));
                    continue;
                }
                if (seen.state() == State.CHANGING) {
                    reasons.add(Rule.NOT_STEADY.degraded(cause, LONGER));
                } else if (!seen.reached()) {
                    findings.add(new Finding(seen.phase(), Finding.STEADY_NOT_KNOWN, cause));
                }
                for (PhaseStatistics phase : statistics.measured()) {
                    if (!Expectations.hasEvent(statistics.trial(), phase.phase())) {
                        new DriftRules(phase, thresholds).sameLevel(seen, statistics.phases(), reasons, findings);
                    }
                }
            }
        }

        /** Compares the measured median with the one that the phase before ended with, at the same load. */
        private void sameLevel(
                SteadyRecord warmup, List<PhaseStatistics> phases, List<Reason> reasons, List<Finding> findings) {
            Phase phase = statistics.phase();
            boolean sameLoad = false;
            for (PhaseStatistics one : phases) {
                sameLoad |= one.phase().name().equals(warmup.phase())
                        && one.phase().endNanos() == phase.startNanos()
                        && Math.abs(one.offeredPerSecond() / statistics.offeredPerSecond() - 1) <= SAME_RATE;
            }
            if (!sameLoad || !applies() || warmup.state() == State.CHANGING) {
                return;
            }
            for (SeriesRecord series : warmup.series()) {
                int seconds = (int) Math.round(warmup.afterSeconds() - series.sinceSeconds());
                double[] values = series.name().equals(SeriesRecord.RESPONSE_P50) ? responseP50() : new double[0];
                if (seconds > 0 && values.length > 0) {
                    double level = series.level() * NANOS_PER_MILLI;
                    State state = TwoLevels.since(level, seconds, values, tolerance(PhaseDrift.Of.MEDIAN));
                    String cause =
                            "response p50 was %s in the last %d s of phase %s, but %s in phase %s (medians of seconds)"
                                    .formatted(
                                            ValueText.time(level),
                                            seconds,
                                            warmup.phase(),
                                            ValueText.time(Medians.of(values)),
                                            phase.name());
                    if (state == State.CHANGING) {
                        reasons.add(Rule.NOT_STEADY.degraded(cause, LONGER).in(phase.name()));
                    } else if (state == State.NOT_KNOWN) {
                        String noise = cause + ", which noise may have made";
                        findings.add(new Finding(phase.name(), Finding.STEADY_NOT_KNOWN, noise));
                    }
                }
            }
        }

        private List<PhaseDrift> drifts() {
            return applies() ? statistics.drifts() : List.of();
        }

        private double[] responseP50() {
            for (PhaseDrift one : statistics.drifts()) {
                if (one.of() == PhaseDrift.Of.MEDIAN && one.series().equals(SeriesRecord.RESPONSE_P50)) {
                    return one.values().kept();
                }
            }
            return new double[0];
        }

        /**
         * Returns a reason for a level that changed and returned: there is no drift from beginning to end, but two values of the latency.
         */
        private List<Reason> levels() {
            List<String> changes = new ArrayList<>();
            for (PhaseDrift one : drifts()) {
                TwoLevels levels = one.of() == PhaseDrift.Of.MEDIAN && state(one) != State.CHANGING
                        ? TwoLevels.of(one.values().kept(), tolerance(one.of()))
                        : null;
                if (levels != null) {
                    changes.add("%s was %s from %d to %d s of the phase, and %s in the rest of it (n = %d s)"
                            .formatted(
                                    one.series(),
                                    statistic(one.of(), levels.inside()),
                                    levels.from() * one.values().step() * one.secondsPerValue(),
                                    levels.to() * one.values().step() * one.secondsPerValue(),
                                    statistic(one.of(), levels.outside()),
                                    one.seconds()));
                }
            }
            return changes.isEmpty()
                    ? List.of()
                    : List.of(Rule.TWO_LEVELS.degraded(
                            String.join("; ", changes),
                            "Find in the report's charts what else changed at these times; measure again."));
        }

        List<Finding> findings() {
            List<String> few = new ArrayList<>();
            List<String> body = new ArrayList<>();
            List<String> tail = new ArrayList<>();
            for (PhaseDrift one : drifts()) {
                if (state(one) == State.NOT_KNOWN) {
                    if (one.drift().n() < Drift.MIN_FIGURES) {
                        few.add(one.series());
                    } else {
                        (one.of() == PhaseDrift.Of.P99 ? tail : body).add(notKnown(one));
                    }
                }
            }
            if (!few.isEmpty()) {
                body.add("fewer than %d s were measured, too few to tell whether these drifted: %s"
                        .formatted(Drift.MIN_FIGURES, String.join(", ", few)));
            }
            List<Finding> findings = new ArrayList<>();
            String phase = statistics.phase().name();
            if (!body.isEmpty()) {
                findings.add(new Finding(phase, Finding.DRIFT_NOT_KNOWN, String.join("; ", body)));
            }
            if (!tail.isEmpty()) {
                findings.add(new Finding(phase, Finding.P99_DRIFT_NOT_KNOWN, String.join("; ", tail)));
            }
            return findings;
        }

        /** Tells whether the phase shows by itself that it was steady; a p99 whose drift is not known is a separate finding. */
        private boolean steady() {
            boolean medians = false;
            for (PhaseDrift one : drifts()) {
                medians |= one.of() == PhaseDrift.Of.MEDIAN && one.drift().n() > 0;
                if (state(one) == State.CHANGING || (state(one) == State.NOT_KNOWN && one.of() != PhaseDrift.Of.P99)) {
                    return false;
                }
            }
            return medians && levels().isEmpty();
        }

        /** Tells whether drifts are judged: the load was constant, and was to be sustained, or was though it might be too much. */
        private boolean applies() {
            Expectation expected = statistics.phase().expectation();
            boolean sustained = expected == Expectation.SUSTAINED
                    || (expected == Expectation.EITHER
                            && new LoadRules(statistics, thresholds).reasons().isEmpty());
            return sustained
                    && statistics.load().filter(LoadChange::constant).isPresent()
                    && statistics.offeredPerSecond() > 0;
        }

        private State state(PhaseDrift one) {
            Drift drift = one.drift();
            if (drift.n() == 0) {
                return State.STEADY;
            }
            // Outstanding messages are counted, so that no noise can hide them.
            if (one.of() == PhaseDrift.Of.BACKLOG) {
                boolean trends = Math.abs(one.values().trend().z()) > thresholds.of(Threshold.DRIFT_BACKLOG_Z);
                return trends && drift.moved(tolerance(one.of())) ? State.CHANGING : State.STEADY;
            }
            return drift.state(tolerance(one.of()));
        }

        private Tolerance tolerance(PhaseDrift.Of of) {
            return switch (of) {
                case MEDIAN ->
                    new Tolerance(
                            thresholds.of(Threshold.DRIFT_OF_MEDIAN), thresholds.of(Threshold.DRIFT_MEDIAN_NANOS));
                case P99 ->
                    new Tolerance(thresholds.of(Threshold.DRIFT_OF_P99), thresholds.of(Threshold.DRIFT_P99_NANOS));
                case RATE -> new Tolerance(thresholds.of(Threshold.DRIFT_OF_RATE), 0);
                case BACKLOG ->
                    new Tolerance(
                            thresholds.of(Threshold.DRIFT_OF_BACKLOG),
                            statistics.offeredPerSecond()
                                    * thresholds.of(Threshold.DRIFT_BACKLOG_NANOS)
                                    / NANOS_PER_SECOND);
            };
        }

        private static String text(PhaseDrift one) {
            Drift drift = one.drift();
            return "%s %s from %s (median of the first third) to %s (of the last), by %s (n = %d s)"
                    .formatted(
                            one.series(),
                            drift.change() < 0 ? "fell" : "rose",
                            statistic(one.of(), drift.first()),
                            statistic(one.of(), drift.last()),
                            interval(one),
                            one.seconds());
        }

        private static String notKnown(PhaseDrift one) {
            Drift drift = one.drift();
            return "%s may have changed by %s of %s, the median of %s in the first third (n = %d s)"
                    .formatted(
                            one.series(),
                            interval(one),
                            statistic(one.of(), drift.first()),
                            one.of() == PhaseDrift.Of.P99 ? "the p99 of each second" : "its seconds",
                            one.seconds());
        }

        private static String interval(PhaseDrift one) {
            Drift drift = one.drift();
            return drift.first() > 0
                    ? SteadyText.change(drift.low() / drift.first(), drift.high() / drift.first())
                    : statistic(one.of(), drift.low()) + " to " + statistic(one.of(), drift.high());
        }

        private static String statistic(PhaseDrift.Of of, double value) {
            return switch (of) {
                case MEDIAN, P99 -> ValueText.time(value);
                case RATE -> ValueText.count(value) + " msg/s";
                case BACKLOG -> ValueText.count(value) + " messages";
            };
        }
    }

    /**
     * Judges whether servers synced to their disks as often as the durability level implies. A message that is acknowledged only when
     * it is on a disk has a sync between its sending and its acknowledgement. No two messages whose spans do not overlap can share a
     * sync; in a second at a steady rate there are at least 1 / (service p99 + gap between messages) such spans.
     */
    private static final class SyncRules {
        private static final double PERCENTILE = 99;

        private final TrialRecord trial;
        private final PhaseStatistics statistics;
        private final Thresholds thresholds;
        private final Histogram service;

        SyncRules(TrialRecord trial, PhaseStatistics statistics, Thresholds thresholds) {
            this.trial = trial;
            this.statistics = statistics;
            this.thresholds = thresholds;
            this.service = statistics.latencies().of(LatencyMetric.SERVICE).histogram();
        }

        List<Reason> reasons() {
            if (!trial.durability().asked().localSync()
                    || statistics.syncsPerSecond().isEmpty()
                    || service.getTotalCount() == 0
                    || statistics.offeredPerSecond() <= 0) {
                return List.of();
            }
            double counted = statistics.syncsPerSecond().getAsDouble();
            double needed = neededPerSecond();
            return counted >= thresholds.of(Threshold.SYNCS_OF_NEEDED) * needed
                    ? List.of()
                    : List.of(
                            Rule.NO_SYNCS.degraded(
                                    "the level promises that acknowledged messages are on disk, but all servers together made %s syncs per second, and the measured acknowledgements require at least %s"
                                            .formatted(perSecond(counted), perSecond(needed)),
                                    "Compare the effective settings with those that the level requires, and verify the level with assay verify."));
        }

        private double neededPerSecond() {
            double span = service.getValueAtPercentile(PERCENTILE) / NANOS_PER_SECOND;
            LoadChange load = statistics.load().orElse(null);
            if (load == null) {
                return 1 / (span + 1 / statistics.offeredPerSecond());
            }
            double end = statistics.phase().endNanos() / NANOS_PER_SECOND;
            double begin = statistics.phase().startNanos() / NANOS_PER_SECOND;
            double needed = 0;
            for (double from = begin; from < end; from++) {
                double length = Math.min(1, end - from);
                needed += length / (span + length / load.curve().between(from, from + length));
            }
            return needed / (end - begin);
        }

        private static String perSecond(double syncs) {
            return syncs < 10 ? String.format(java.util.Locale.ROOT, "%.1f", syncs) : ValueText.count(syncs);
        }
    }

    /**
     * Judges the quality of the values that the scenario declares as its result: a disturbed value degrades the phase, and one with
     * too few samples is no result, which is a finding. Arrivals are judged for each live subscription.
     */
    private static final class QualityRules {
        private static final int MAX_NAMED = 6;

        private final PhaseStatistics phase;
        private final PhaseQualities qualities;
        private final List<Declared> declared = new ArrayList<>();

        private record Declared(String name, double nanos, Quality quality) {}

        private record Disturbed(Declared statistic, Flaw flaw) {
            double fraction() {
                return flaw.nanos() / Math.max(1, statistic.nanos());
            }
        }

        QualityRules(TrialStatistics statistics, PhaseStatistics phase, PhaseQualities qualities) {
            this.phase = phase;
            this.qualities = qualities;
            ResultStatistics result = statistics.trial().plan().result();
            List<String> liveSubscriptions = statistics.liveSubscriptions().stream()
                    .map(TrialSubscription::name)
                    .toList();
            for (LatencyMetric metric : LatencyMetric.values()) {
                boolean arrivals = metric == LatencyMetric.END_TO_END || metric == LatencyMetric.SEND_TO_RECEIVE;
                if (arrivals && liveSubscriptions.size() > 1) {
                    liveSubscriptions.forEach(name -> add(result, new Of(metric, name), " of subscription " + name));
                } else {
                    add(result, new Of(metric, ""), "");
                }
            }
        }

        private void add(ResultStatistics result, Of of, String suffix) {
            qualities.samples(of).ifPresent(samples -> {
                for (double percent : LatencyStatistic.PERCENTS) {
                    LatencyStatistic statistic =
                            new LatencyStatistic(of.metric(), OptionalDouble.of(percent), Optional.empty());
                    if (declares(result, statistic)) {
                        declared.add(new Declared(
                                statistic.toString().replace('.' + "p", " p") + suffix,
                                (double) samples.nanosAt(percent),
                                qualities.quantile(of, percent)));
                    }
                }
                if (declares(result, new LatencyStatistic(of.metric(), OptionalDouble.empty(), Optional.empty()))) {
                    declared.add(new Declared(
                            of.metric().tag() + " mean" + suffix,
                            samples.histogram().getMean(),
                            qualities.mean(of)));
                }
            });
        }

        private boolean declares(ResultStatistics result, LatencyStatistic statistic) {
            return result.declares(
                    statistic.metric(), statistic.percent(), phase.phase().name());
        }

        List<Reason> reasons() {
            List<Reason> reasons = new ArrayList<>();
            cause(Kind.SCHEDULE_LAG)
                    .ifPresent(cause -> reasons.add(Rule.SCHEDULE_LAG.degraded(
                            cause + ": response and end-to-end include time that the system did not cause",
                            "Give the workers more CPU, or spread the load over more producers or workers.")));
            cause(Kind.PAUSES)
                    .ifPresent(
                            cause -> reasons.add(
                                    Rule.HICCUPS.degraded(
                                            cause,
                                            "Stop other work on the machine, or use one with dedicated processors; if it recurs, find out what suspends or starves the worker.")));
            cause(Kind.COLLECTIONS)
                    .ifPresent(cause -> reasons.add(Rule.GC.degraded(
                            cause, "Give the worker a larger heap, or spread the load over more workers.")));
            cause(Kind.CLOCKS)
                    .ifPresent(
                            cause -> reasons.add(
                                    Rule.CLOCK_ERROR.degraded(
                                            cause,
                                            "Use workers on one host, or hosts with a quiet network between them, so that offsets can be estimated.")));
            return reasons;
        }

        /** Describes the value with the largest disturbance, and lists the names of the others. */
        private Optional<String> cause(Kind kind) {
            List<Disturbed> disturbed = declared.stream()
                    .flatMap(statistic -> statistic.quality().disturbances().stream()
                            .filter(flaw -> flaw.kind() == kind)
                            .map(flaw -> new Disturbed(statistic, flaw)))
                    .sorted(Comparator.comparingDouble(Disturbed::fraction).reversed())
                    .toList();
            return disturbed.stream()
                    .findFirst()
                    .map(worst -> "%s: %s%s"
                            .formatted(
                                    worst.statistic().name(),
                                    QualityText.of(
                                            worst.statistic().quality(),
                                            worst.flaw(),
                                            worst.statistic().nanos()),
                                    also(disturbed.stream()
                                            .skip(1)
                                            .map(one -> one.statistic().name())
                                            .toList())));
        }

        private static String also(List<String> names) {
            return names.isEmpty()
                    ? ""
                    : "; likewise "
                            + names.stream().limit(MAX_NAMED).collect(Collectors.joining(", "))
                            + (names.size() > MAX_NAMED ? " and " + (names.size() - MAX_NAMED) + " more" : "");
        }

        Optional<Finding> finding() {
            List<String> weak = declared.stream()
                    .flatMap(statistic -> statistic.quality().flaws().stream()
                            .filter(flaw -> flaw.kind() == Kind.FEW_SAMPLES || flaw.kind() == Kind.FEW_EVENTS)
                            .findFirst()
                            .stream()
                            .map(flaw -> statistic.name() + " ("
                                    + QualityText.of(statistic.quality(), flaw, statistic.nanos()) + ")"))
                    .toList();
            return weak.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Finding(
                            phase.phase().name(),
                            Finding.UNSUPPORTED,
                            "no result, since there are too few samples to rely on: "
                                    + weak.stream().limit(MAX_NAMED).collect(Collectors.joining(", "))
                                    + (weak.size() > MAX_NAMED ? " and " + (weak.size() - MAX_NAMED) + " more" : "")));
        }
    }

    private static final class HarnessRules {
        private static final double P99 = 99;

        private final TrialRecord trial;
        private final PhaseStatistics statistics;
        private final Thresholds thresholds;
        private final List<Reason> reasons = new ArrayList<>();

        HarnessRules(TrialRecord trial, PhaseStatistics statistics, Thresholds thresholds) {
            this.trial = trial;
            this.statistics = statistics;
            this.thresholds = thresholds;
        }

        List<Reason> reasons() {
            negatives();
            statistics.workers().forEach(this::processors);
            statistics.use().throttled().forEach(this::throttling);
            statistics.workers().forEach(this::allocationStalls);
            return reasons;
        }

        private void negatives() {
            long error = trial.setup().clockErrorNanos();
            if (-statistics.latencies().worstNegativeNanos() > error) {
                reasons.add(
                        Rule.NEGATIVE_LATENCY.invalid(
                                "%s latencies were below zero, the lowest %s, but the clocks should agree to within %s"
                                        .formatted(
                                                ValueText.count(
                                                        statistics.latencies().negatives()),
                                                ValueText.time(
                                                        statistics.latencies().worstNegativeNanos()),
                                                ValueText.time(error)),
                                "Use workers on one host, or hosts with a quiet network between them, so that offsets can be estimated."));
            }
        }

        private void processors(WorkerLoad worker) {
            double fraction = worker.machineCores() == 0 ? 0 : worker.cpuCores() / worker.machineCores();
            if (fraction > thresholds.of(Threshold.WORKER_CPU)) {
                reasons.add(Rule.WORKER_CPU.degraded(
                        "worker %s used %.2f of its machine's %d cores (%s)"
                                .formatted(
                                        worker.worker(),
                                        worker.cpuCores(),
                                        worker.machineCores(),
                                        ValueText.percent(fraction)),
                        "Lower workload.rate, or use larger or more machines."));
            }
        }

        /** Judges the quota: the kernel stops a process that has used it up, however idle the machine is. */
        private void throttling(String worker, SeriesUse use) {
            double fraction = use.mean().orElse(0);
            if (fraction > thresholds.of(Threshold.THROTTLED)) {
                reasons.add(
                        Rule.THROTTLED.degraded(
                                "worker %s had used up its quota of processor time in %s of the kernel's periods, and stood still until the next began"
                                        .formatted(worker, ValueText.percent(fraction)),
                                "Give the worker a larger quota (pods.cpu of the fleet file, a container's limit, a unit's CPUQuota) or none, or lower workload.rate."));
            }
        }

        /** Judges the waits of threads for memory that the collector had not freed yet; pauses do not include them. */
        private void allocationStalls(WorkerLoad worker) {
            Histogram response =
                    statistics.latencies().of(LatencyMetric.RESPONSE).histogram();
            long responseP99 = response.getTotalCount() == 0 ? 0 : response.getValueAtPercentile(P99);
            double phaseNanos = statistics.phase().lengthNanos();
            if (worker.stallNanos() > thresholds.of(Threshold.HELD_BACK_SHARE) * phaseNanos) {
                reasons.add(Rule.ALLOCATION_STALLS.invalid(
                        "threads of worker %s waited for memory for %s of %s, added up: its own heap held the load back, not the system"
                                .formatted(
                                        worker.worker(),
                                        ValueText.time(worker.stallNanos()),
                                        ValueText.time(phaseNanos)),
                        "Give the worker a larger heap, or spread the load over more workers."));
                return;
            }
            boolean often = phaseNanos > 0
                    && worker.stallNanos() > thresholds.of(Threshold.ALLOCATION_STALL_SHARE) * phaseNanos;
            boolean atOnce = worker.longestStallNanos() > thresholds.of(Threshold.ALLOCATION_STALL_NANOS)
                    && worker.longestStallNanos() > responseP99;
            if (often || atOnce) {
                reasons.add(Rule.ALLOCATION_STALLS.degraded(
                        "threads of worker %s stalled on allocation for %s of %s, at most %s at a time (response p99 %s): the garbage collector could not keep up"
                                .formatted(
                                        worker.worker(),
                                        ValueText.time(worker.stallNanos()),
                                        ValueText.time(phaseNanos),
                                        ValueText.time(worker.longestStallNanos()),
                                        ValueText.time(responseP99)),
                        "Give the worker a larger heap, or spread the load over more workers."));
            }
        }
    }

    /**
     * Judges each machine that carried load or servers; what is not known is no reason. A coordinator's machine that carried neither
     * is ignored: it keeps a schedule that others execute on their own clocks. A reason names the disturbed machine, unless it is the
     * only one, on which the run was started.
     */
    private static final class MachineRules {
        private static final String STOP_OTHERS =
                "Stop other work on the machine: builds, browsers, backups, other tests.";

        private static final double BYTES_PER_MEGABYTE = 1e6;

        private final Thresholds thresholds;
        private final List<HostLoad> hosts;

        MachineRules(TrialRecord trial, PhaseStatistics statistics, Thresholds thresholds) {
            this.thresholds = thresholds;
            Set<String> idle = trial.setup().hosts().stream()
                    .filter(host -> !host.carried())
                    .map(TrialHost::name)
                    .collect(Collectors.toSet());
            hosts = statistics.hosts().stream()
                    .filter(host -> !idle.contains(host.host()))
                    .toList();
        }

        List<Reason> reasons() {
            return Stream.of(
                            hosts.stream().map(this::processors),
                            hosts.stream().map(this::foreign),
                            hosts.stream().map(this::foreignDisk),
                            hosts.stream().map(this::pressure),
                            hosts.stream().map(this::steal),
                            hosts.stream().map(this::memory))
                    .flatMap(reasons -> reasons)
                    .flatMap(Optional::stream)
                    .toList();
        }

        /** Returns reasons for machines that slept: their programs can't detect it, since the clock that they measure with slept, too. */
        static List<Reason> suspensions(TrialStatistics statistics, Thresholds thresholds) {
            return new TreeMap<>(statistics.suspendedSeconds())
                    .entrySet().stream()
                            .filter(host ->
                                    host.getValue() * NANOS_PER_SECOND >= thresholds.of(Threshold.SUSPENDED_NANOS))
                            .map(
                                    host -> Rule.SUSPENDED.invalid(
                                            "host " + host.getKey() + " was suspended for "
                                                    + ValueText.time(host.getValue() * NANOS_PER_SECOND)
                                                    + " during the trial",
                                            "Keep the machine awake (for example with systemd-inhibit), and run the trial again."))
                            .toList();
        }

        private Optional<Reason> processors(HostLoad host) {
            return above(host.busyFraction(), Threshold.MACHINE_CPU)
                    .map(fraction -> Rule.MACHINE_CPU.degraded(
                            "the processors of " + (goesWithoutSaying(host) ? "the machine" : "host " + host.host())
                                    + " were busy for " + fraction + " of the measured phase",
                            "Lower workload.rate, stop other work, or use a larger machine."));
        }

        private Optional<Reason> foreign(HostLoad host) {
            return host.foreign().flatMap(used -> {
                String machine = goesWithoutSaying(host) ? "the machine's" : "host " + host.host() + "'s";
                if (used.fraction() > thresholds.of(Threshold.FOREIGN_CPU)) {
                    return Optional.of(Rule.FOREIGN_CPU.degraded(
                            String.format(
                                    Locale.ROOT,
                                    "other processes used %.2f of %s %d cores (%s); the servers and workers used %.2f",
                                    used.cores(),
                                    machine,
                                    used.machineCores(),
                                    ValueText.percent(used.fraction()),
                                    used.ownCores()),
                            STOP_OTHERS));
                }
                return used.burstFraction() > thresholds.of(Threshold.FOREIGN_BURSTS)
                        ? Optional.of(Rule.FOREIGN_CPU.degraded(
                                "other processes used more than %s of %s %d cores in %s of the measured phase"
                                        .formatted(
                                                ValueText.percent(ForeignCpu.BURST_OF_MACHINE),
                                                machine,
                                                used.machineCores(),
                                                ValueText.percent(used.burstFraction())),
                                STOP_OTHERS))
                        : Optional.empty();
            });
        }

        private Optional<Reason> foreignDisk(HostLoad host) {
            return host.foreignDisk()
                    .filter(used -> used.fraction() > thresholds.of(Threshold.FOREIGN_DISK)
                            || used.burstFraction() > thresholds.of(Threshold.FOREIGN_BURSTS))
                    .map(
                            used -> Rule.FOREIGN_DISK.degraded(
                                    "other processes kept the disk" + name(" of ", host) + " busy for about "
                                            + ValueText.percent(used.fraction()) + " of the measured phase"
                                            + (used.fraction() > thresholds.of(Threshold.FOREIGN_DISK)
                                                    ? ""
                                                    : bursts(used))
                                            + String.format(
                                                    Locale.ROOT,
                                                    ": they wrote %.1f MB/s and read %.1f MB/s, the servers and workers %.1f MB/s in all (busiest disk in use %s)",
                                                    used.writtenPerSecond() / BYTES_PER_MEGABYTE,
                                                    used.readPerSecond() / BYTES_PER_MEGABYTE,
                                                    used.ownPerSecond() / BYTES_PER_MEGABYTE,
                                                    ValueText.percent(used.busyFraction())),
                                    "Stop other work on the disk (backups, downloads, builds, other databases), or give the servers their own disk."));
        }

        private static String bursts(ForeignDisk used) {
            return ", and more than " + ValueText.percent(ForeignDisk.BURST_OF_TIME) + " busy in "
                    + ValueText.percent(used.burstFraction()) + " of it";
        }

        /** Returns a reason that names the cause, as far as it is known. */
        private Optional<Reason> pressure(HostLoad host) {
            return above(host.cpuPressureFraction(), Threshold.CPU_PRESSURE)
                    .map(fraction -> Rule.CPU_PRESSURE.degraded(
                            "processes" + name(" on ", host) + " waited for a processor for " + fraction
                                    + " of the measured phase"
                                    + host.foreign().map(this::whose).orElse(""),
                            "Lower workload.rate, stop other work, or use a larger machine."));
        }

        private String whose(ForeignCpu used) {
            return used.fraction() > thresholds.of(Threshold.FOREIGN_CPU)
                    ? ""
                    : String.format(
                            Locale.ROOT,
                            "; the servers and workers alone used %.2f of %d cores, so the machine is overloaded",
                            used.ownCores(),
                            used.machineCores());
        }

        private Optional<Reason> steal(HostLoad host) {
            return above(host.stealFraction(), Threshold.STEAL)
                    .map(fraction -> Rule.STEAL.degraded(
                            "the hypervisor gave " + fraction + " of the processor time" + name(" of ", host)
                                    + " to other machines",
                            "Run again at a quieter time, or on a machine with dedicated processors."));
        }

        private Optional<Reason> memory(HostLoad host) {
            return above(host.memoryPressureFraction(), Threshold.MEMORY_PRESSURE)
                    .map(fraction -> Rule.MEMORY_PRESSURE.degraded(
                            "processes" + name(" on ", host) + " waited for memory for " + fraction
                                    + " of the measured phase",
                            "Free memory, or lower the heaps of brokers and workers."));
        }

        private String name(String preposition, HostLoad host) {
            return goesWithoutSaying(host) ? "" : preposition + "host " + host.host();
        }

        private boolean goesWithoutSaying(HostLoad host) {
            return hosts.size() == 1 && host.host().equals(Metrics.COORDINATOR);
        }

        private Optional<String> above(OptionalDouble fraction, Threshold threshold) {
            return fraction.isPresent() && fraction.getAsDouble() > thresholds.of(threshold)
                    ? Optional.of(ValueText.share(fraction.getAsDouble()))
                    : Optional.empty();
        }
    }

    /** Judges where Kubernetes placed the workers, which holds for the whole trial. What it did not report is empty, and is no reason. */
    private static final class PodRules {
        private static final String GUARANTEED = "Guaranteed";

        private final Placement placement;

        PodRules(Placement placement) {
            this.placement = placement;
        }

        List<Reason> reasons() {
            return Stream.of(sharedNode(), sidecar(), notGuaranteed(), nodeKinds())
                    .flatMap(Optional::stream)
                    .toList();
        }

        private Optional<Reason> sharedNode() {
            List<String> shared = new ArrayList<>();
            for (WorkerPod worker : placement.workers()) {
                List<String> servers = placement.servers().stream()
                        .filter(server ->
                                !server.node().isEmpty() && server.node().equals(worker.node()))
                        .map(ServerPod::name)
                        .toList();
                if (!servers.isEmpty()) {
                    shared.add("worker %s on node %s with %s"
                            .formatted(worker.worker(), worker.node(), String.join(", ", servers)));
                }
            }
            return reason(
                    Rule.SHARED_NODE,
                    "pods of the measured system ran where workers did, and shared processors, memory and network with them: ",
                    shared,
                    "Keep the workers off the nodes of the measured system, such as by a taint on these.");
        }

        private Optional<Reason> sidecar() {
            List<String> proxied = placement.workers().stream()
                    .filter(worker -> !worker.sidecars().isEmpty())
                    .map(worker -> worker.worker() + " (" + String.join(", ", worker.sidecars()) + ")")
                    .toList();
            return reason(
                    Rule.SIDECAR,
                    "pods of workers had containers beside the worker's; if it is a mesh's proxy, everything that the worker sends and receives passes through it: ",
                    proxied,
                    "Exempt the namespace from the mesh's injection, or measure the proxy as what it is, against a run without it.");
        }

        private Optional<Reason> notGuaranteed() {
            List<String> unguaranteed = placement.workers().stream()
                    .filter(worker -> !worker.qos().isEmpty() && !worker.qos().equals(GUARANTEED))
                    .map(worker -> worker.worker() + " (" + worker.qos() + ")")
                    .toList();
            return reason(
                    Rule.NOT_GUARANTEED,
                    "pods of workers did not have the quality of service Guaranteed, so other pods on their nodes may take their processors and memory: ",
                    unguaranteed,
                    "Something adds containers, or changes requests and limits (a mesh, a LimitRange): make limits equal requests in all of them.");
        }

        /** Compares kinds of nodes only where they are known for all nodes with workers. */
        private Optional<Reason> nodeKinds() {
            Map<String, List<String>> workers = new TreeMap<>();
            for (WorkerPod worker : placement.workers()) {
                Placement.Node node = placement.nodes().get(worker.node());
                if (node == null) {
                    return Optional.empty();
                }
                workers.computeIfAbsent(node.kind(), _ -> new ArrayList<>()).add(worker.worker());
            }
            return reason(
                    Rule.NODE_KINDS,
                    "workers ran on nodes of different kinds: ",
                    workers.size() < 2
                            ? List.of()
                            : workers.entrySet().stream()
                                    .map(kind -> String.join(", ", kind.getValue()) + " on " + kind.getKey())
                                    .toList(),
                    "Keep the pods on nodes of one kind, such as by cordoning the others.");
        }

        private static Optional<Reason> reason(Rule rule, String cause, List<String> causes, String action) {
            return causes.isEmpty()
                    ? Optional.empty()
                    : Optional.of(rule.degraded(cause + String.join("; ", causes), action));
        }
    }

    /**
     * Decides what a phase was meant to show, which is a finding and no flaw. Loss, corruption and a driver's violations are never
     * expected, nor are effects of the harness or the machine.
     */
    private static final class Expectations {
        /** Lists what happens to a system that is offered more than it can take: it falls behind. */
        private static final Set<Rule> OF_LOAD =
                EnumSet.of(Rule.RATE_MISSED, Rule.OUTSTANDING_GROWING, Rule.NOT_DRAINED, Rule.UNSENT);

        /**
         * Lists what may happen to a system that is disturbed: it acknowledges nothing for a while, fails messages under way, and has them
         * sent again.
         */
        private static final Set<Rule> OF_DISTURBANCE = EnumSet.of(
                Rule.RATE_MISSED,
                Rule.OUTSTANDING_GROWING,
                Rule.NOT_DRAINED,
                Rule.UNSENT,
                Rule.NOTHING_MEASURED,
                Rule.SCHEDULE_LAG,
                Rule.MESSAGES_FAILED,
                Rule.MESSAGES_UNKNOWN,
                Rule.CONSUMERS_FAILED,
                Rule.DUPLICATES,
                Rule.OUT_OF_ORDER);

        private Expectations() {}

        static boolean expects(Expectation expectation, Rule rule) {
            return switch (expectation) {
                case SUSTAINED -> false;
                case EITHER, OVERLOAD -> OF_LOAD.contains(rule);
                case DISTURBED -> OF_DISTURBANCE.contains(rule);
            };
        }

        /** Tells whether an event of the scenario explains two levels. */
        static boolean ordered(TrialRecord trial, Phase phase, Reason reason) {
            return reason.code().equals(Rule.TWO_LEVELS.code()) && hasEvent(trial, phase);
        }

        static boolean hasEvent(TrialRecord trial, Phase phase) {
            return trial.course().events().stream()
                    .anyMatch(event -> !event.endsPhase() && phase.has(event.startNanos()));
        }

        static boolean expects(Expectation expectation, String code) {
            return Rule.ofCode(code).filter(rule -> expects(expectation, rule)).isPresent();
        }
    }

    private static final class MissingStatistics {
        private static final Map<Rule, Metric> SERIES = Map.ofEntries(
                Map.entry(Rule.GC, Metrics.WORKER_GC_PAUSE),
                Map.entry(Rule.ALLOCATION_STALLS, Metrics.WORKER_ALLOCATION_STALL),
                Map.entry(Rule.THROTTLED, Metrics.WORKER_THROTTLED),
                Map.entry(Rule.FOREIGN_CPU, Metrics.HOST_CPU_FOREIGN),
                Map.entry(Rule.FOREIGN_DISK, Metrics.HOST_DISK_WRITTEN),
                Map.entry(Rule.CPU_PRESSURE, Metrics.HOST_PRESSURE),
                Map.entry(Rule.NO_SYNCS, Metrics.NODE_SYNCS),
                Map.entry(Rule.MACHINE_CPU, Metrics.HOST_CPU_BUSY),
                Map.entry(Rule.STEAL, Metrics.HOST_CPU_STEAL),
                Map.entry(Rule.MEMORY_PRESSURE, Metrics.HOST_PRESSURE),
                Map.entry(Rule.SUSPENDED, Metrics.HOST_SUSPENDED));

        private static final Set<Rule> OF_PODS =
                EnumSet.of(Rule.SHARED_NODE, Rule.SIDECAR, Rule.NOT_GUARANTEED, Rule.NODE_KINDS);

        private MissingStatistics() {}

        static Set<Rule> of(TrialStatistics statistics) {
            Set<Rule> missing = EnumSet.noneOf(Rule.class);
            SERIES.forEach((rule, metric) -> {
                if (!statistics.recorded().contains(metric)) {
                    missing.add(rule);
                }
            });
            if (statistics.placement().isEmpty()) {
                missing.addAll(OF_PODS);
            }
            List<PhaseStatistics> measured = statistics.measured();
            if (measured.stream().anyMatch(phase -> phase.load().isEmpty())) {
                missing.add(Rule.RATE_MISSED);
                missing.add(Rule.OUTSTANDING_GROWING);
            }
            if (measured.stream()
                    .flatMap(phase -> phase.workers().stream())
                    .mapToInt(WorkerLoad::machineCores)
                    .anyMatch(cores -> cores == 0)) {
                missing.add(Rule.WORKER_CPU);
            }
            return missing;
        }
    }
}
