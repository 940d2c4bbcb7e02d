package dev.assay.analysis.verdict;

import dev.assay.analysis.evidence.TrialEvidence;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.Phase;
import dev.assay.model.result.SecondReading;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Rules about what became of the messages of the whole trial, warm-up included. What a phase expects of its messages is taken off,
 * and is a finding of that phase; without counts by phase nothing is.
 */
final class DeliveryRules {
    private final TrialEvidence evidence;
    private final Delivery delivery;
    private final Thresholds thresholds;
    private final List<Reason> reasons = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    DeliveryRules(TrialEvidence evidence, Thresholds thresholds) {
        this.evidence = evidence;
        this.delivery = evidence.trial().delivery();
        this.thresholds = thresholds;
        apply();
    }

    List<Reason> reasons() {
        return reasons;
    }

    /** What was expected of some phase. */
    List<Finding> findings() {
        return findings;
    }

    private void apply() {
        if (delivery.violations() > 0) {
            reasons.add(Rule.VIOLATIONS.invalid(
                    "the driver reported %s as completed more than once"
                            .formatted(FigureText.messages(delivery.violations())),
                    "This is a defect of the driver: report it with the trial's folder."));
        }
        lossAndDrain();
        arrivals();
        outcome(
                Rule.MESSAGES_FAILED,
                delivery.failed(),
                PhaseDelivery::failed,
                "failed",
                "Look for the clients' errors in the worker's log; timeouts point to an overloaded system.");
        outcome(
                Rule.MESSAGES_UNKNOWN,
                delivery.unknown(),
                PhaseDelivery::unknown,
                "had no outcome by the end",
                "Raise timing.drain above the client's own delivery timeout.");
        unsent();
    }

    private void lossAndDrain() {
        boolean drained = evidence.trial().drain().complete();
        boolean underWay = !drained && evidence.stillArriving();
        long missing = worst(delivery.subscriptions(), SubscriptionDelivery::missing);
        if (missing > 0 && !underWay) {
            lost();
            arrival(
                    Rule.UNDELIVERED,
                    SubscriptionDelivery::undelivered,
                    "acknowledged and stored, as a fresh reader found, but not given to the subscription by the end of the drain",
                    "Look at the consumers' errors and rebalances in the worker's log, and at what the brokers say of this subscription.");
        } else if (!drained && !missingAsExpected()) {
            reasons.add(Rule.NOT_DRAINED.invalid(
                    notDrained(missing, delivery.unknown()),
                    "Lower workload.rate until the consumers keep up, or raise timing.drain."));
        }
    }

    /** What a fresh reader looked for to the end and did not find is lost; else it is only known to be missing. */
    private void lost() {
        for (SubscriptionDelivery subscription : delivery.subscriptions()) {
            SecondReading reading = evidence.trial()
                    .drain()
                    .readingOf(subscription.subscription())
                    .orElse(null);
            if (reading == null || reading.complete()) {
                arrival(
                        Rule.LOSS,
                        subscription,
                        SubscriptionDelivery::lost,
                        "acknowledged, but never arrived" + (reading == null ? "" : notFound(reading)),
                        "Compare the effective settings with the level claimed, and look at the brokers' logs.");
            } else {
                arrival(
                        Rule.MISSING,
                        subscription,
                        SubscriptionDelivery::lost,
                        "acknowledged, but never arrived, and %s: %s".formatted(lookedAgain(reading), reading.detail()),
                        "Remove the cause of that and repeat the trial; look at the logs of brokers and workers.");
            }
        }
    }

    private static String notFound(SecondReading reading) {
        return switch (reading.source()) {
            case TOPIC -> ", and not found by a fresh reader in all that the system has";
            case REST -> ", and not found by a fresh reader in what the queue had left";
        };
    }

    private static String lookedAgain(SecondReading reading) {
        return reading.read() == 0 ? "not looked for again" : "not looked for again to the end";
    }

    private String notDrained(long missing, long unknown) {
        if (missing + unknown == 0) {
            return "after a drain of %s something was still missing, which arrived afterwards"
                    .formatted(FigureText.time(evidence.trial().drain().longestNanos()));
        }
        return "after a drain of %s, %s had not arrived yet and %s had no outcome"
                .formatted(
                        FigureText.time(evidence.trial().drain().longestNanos()),
                        FigureText.messages(missing),
                        FigureText.count(unknown));
    }

    /** Whether all that is missing is of phases that may leave something behind. */
    private boolean missingAsExpected() {
        List<PhaseDelivery> missing = delivery.phases().stream()
                .filter(phase -> phase.unknown() > 0 || worst(phase.subscriptions(), SubscriptionDelivery::missing) > 0)
                .toList();
        boolean expected = !missing.isEmpty() && missing.stream().allMatch(phase -> expects(phase, Rule.NOT_DRAINED));
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

    private static long worst(List<SubscriptionDelivery> subscriptions, ToLongFunction<SubscriptionDelivery> figure) {
        return subscriptions.stream().mapToLong(figure).max().orElse(0);
    }

    private void arrival(Rule rule, ToLongFunction<SubscriptionDelivery> figure, String what, String action) {
        delivery.subscriptions().forEach(subscription -> arrival(rule, subscription, figure, what, action));
    }

    private void arrival(
            Rule rule,
            SubscriptionDelivery subscription,
            ToLongFunction<SubscriptionDelivery> figure,
            String what,
            String action) {
        long expected = 0;
        for (PhaseDelivery phase : expecting(rule, subscription)) {
            long ofPhase = phase.subscriptions().stream()
                    .filter(own -> own.subscription().equals(subscription.subscription()))
                    .mapToLong(figure)
                    .sum();
            expected += ofPhase;
            note(phase, rule, ofPhase, cause(subscription, ofPhase, what, phase.acked()));
        }
        long count = figure.applyAsLong(subscription) - expected;
        if (count > 0) {
            String cause = cause(subscription, count, what, delivery.acked());
            boolean allowed = rule == Rule.DUPLICATES || rule == Rule.OUT_OF_ORDER;
            reasons.add(allowed ? rule.degraded(cause, action) : rule.invalid(cause, action));
        }
    }

    private static String cause(SubscriptionDelivery subscription, long count, String what, long acked) {
        return "subscription %s: %s %s, of %s acknowledged"
                .formatted(subscription.subscription(), FigureText.messages(count), what, FigureText.count(acked));
    }

    /** Each measured phase by its own share; what else there is stands beside the result. Without counts by phase all are in one. */
    private void outcome(Rule rule, long all, ToLongFunction<PhaseDelivery> figure, String what, String action) {
        long rest = all;
        long restSent = delivery.sent();
        for (PhaseDelivery phase : delivery.phases()) {
            long count = figure.applyAsLong(phase);
            String cause = cause(count, phase.sent(), what);
            if (expects(phase, rule)) {
                note(phase, rule, count, cause);
            } else if (!measured(phase)) {
                continue;
            } else if (count > 0) {
                reasons.add(new Reason(grade(count, phase.sent()), rule.code(), cause, action).in(phase.phase()));
            }
            rest -= count;
            restSent -= phase.sent();
        }
        if (rest > 0) {
            boolean beside = !delivery.phases().isEmpty();
            reasons.add(new Reason(
                    beside ? Grade.DEGRADED : grade(rest, restSent),
                    rule.code(),
                    cause(rest, restSent, what) + (beside ? ", none of them in a measured phase" : ""),
                    action));
        }
    }

    private Grade grade(long count, long sent) {
        return count / (double) Math.max(1, sent) > thresholds.of(Threshold.FAILED) ? Grade.INVALID : Grade.DEGRADED;
    }

    private static String cause(long count, long sent, String what) {
        return "%s of %s sent %s (%s)"
                .formatted(
                        FigureText.messages(count),
                        FigureText.count(sent),
                        what,
                        FigureText.percent(count / (double) Math.max(1, sent)));
    }

    /** Of a measured phase it is that phase's, otherwise the trial's. */
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
        return "%s of %s scheduled were never handed to the client, because the load was too late to catch up"
                .formatted(FigureText.messages(unsent), FigureText.count(scheduled));
    }

    private static Reason unsentReason(String cause) {
        return Rule.UNSENT.invalid(cause, "Lower workload.rate, or add producers or workers.");
    }

    private void note(PhaseDelivery phase, Rule rule, long count, String cause) {
        if (count > 0) {
            findings.add(new Finding(phase.phase(), rule.code(), cause));
        }
    }

    /** Where no order is promised, every phase expects none: which consumer a message goes to is chance then. */
    private List<PhaseDelivery> expecting(Rule rule, SubscriptionDelivery subscription) {
        boolean unordered = evidence.trial().subscriptions().stream()
                .anyMatch(one -> one.name().equals(subscription.subscription()) && !one.ordered());
        return rule == Rule.OUT_OF_ORDER && unordered ? delivery.phases() : expecting(rule);
    }

    private List<PhaseDelivery> expecting(Rule rule) {
        return delivery.phases().stream().filter(phase -> expects(phase, rule)).toList();
    }

    private boolean expects(PhaseDelivery phase, Rule rule) {
        return phases(phase).anyMatch(one -> Expectations.expects(one.expectation(), rule));
    }

    private boolean measured(PhaseDelivery phase) {
        return phases(phase).anyMatch(Phase::measured);
    }

    private java.util.stream.Stream<Phase> phases(PhaseDelivery phase) {
        return evidence.trial().phases().stream().filter(one -> one.name().equals(phase.phase()));
    }
}
