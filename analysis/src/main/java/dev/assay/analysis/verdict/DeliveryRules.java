package dev.assay.analysis.verdict;

import dev.assay.core.result.Delivery;
import dev.assay.core.result.Delivery.SubscriptionDelivery;
import dev.assay.core.result.Verdict.Grade;
import dev.assay.core.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Rules about what became of the messages. */
final class DeliveryRules {
    private final TrialEvidence evidence;
    private final Delivery delivery;
    private final List<Reason> reasons = new ArrayList<>();

    DeliveryRules(TrialEvidence evidence) {
        this.evidence = evidence;
        this.delivery = evidence.facts().delivery();
    }

    List<Reason> reasons() {
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
                "failed",
                "Look for the clients' errors in the worker's log; timeouts point to an overloaded system.");
        outcome(
                Rule.MESSAGES_UNKNOWN,
                delivery.unknown(),
                "had no outcome by the end",
                "Raise timing.drain above the client's own delivery timeout.");
        return reasons;
    }

    private void lossAndDrain() {
        boolean drained = evidence.facts().drain().complete();
        boolean underWay = !drained && new LoadWindow(evidence.load()).stillArriving();
        long lost = worst(SubscriptionDelivery::lost);
        if (lost > 0 && !underWay) {
            arrival(
                    Rule.LOSS,
                    SubscriptionDelivery::lost,
                    "acknowledged, but never arrived",
                    "Compare the effective settings with the level claimed, and look at the brokers' logs.");
        } else if (!drained) {
            String waited = FigureText.time(evidence.facts().drain().waited().toNanos());
            reasons.add(Rule.NOT_DRAINED.invalid(
                    "after a drain of %s, %s had not arrived yet and %s had no outcome"
                            .formatted(waited, FigureText.messages(lost), FigureText.count(delivery.unknown())),
                    "Lower workload.rate until the consumers keep up, or raise timing.drain."));
        }
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

    private long worst(ToLongFunction<SubscriptionDelivery> figure) {
        return delivery.subscriptions().stream().mapToLong(figure).max().orElse(0);
    }

    private void arrival(Rule rule, ToLongFunction<SubscriptionDelivery> figure, String what, String action) {
        for (SubscriptionDelivery subscription : delivery.subscriptions()) {
            long count = figure.applyAsLong(subscription);
            if (count > 0) {
                String cause = "subscription %s: %s %s, of %s acknowledged"
                        .formatted(
                                subscription.subscription(),
                                FigureText.messages(count),
                                what,
                                FigureText.count(delivery.acked()));
                reasons.add(rule.invalidWhen().isEmpty() ? rule.degraded(cause, action) : rule.invalid(cause, action));
            }
        }
    }

    private void outcome(Rule rule, long count, String what, String action) {
        if (count == 0) {
            return;
        }
        double share = count / (double) Math.max(1, delivery.sent());
        String cause = "%s of %s sent %s (%s)"
                .formatted(
                        FigureText.messages(count), FigureText.count(delivery.sent()), what, FigureText.percent(share));
        Grade grade = share > Rule.Limit.FAILED ? Grade.INVALID : Grade.DEGRADED;
        reasons.add(new Reason(grade, rule.code(), cause, action));
    }
}
