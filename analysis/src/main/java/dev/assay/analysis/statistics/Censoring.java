package dev.assay.analysis.statistics;

import dev.assay.analysis.statistics.SampleStatistics.Of;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.timeline.Phase;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Adds to the samples of a phase the messages that have no latency. */
record Censoring(TrialRecord trial, LiveSubscriptions liveSubscriptions) {
    /** Returns the samples of each metric and subscription that has any. */
    Map<Of, CensoredSamples> of(Phase phase, PhaseLatencies latencies) {
        Map<Of, CensoredSamples> all = new LinkedHashMap<>();
        for (LatencyMetric metric : LatencyMetric.values()) {
            put(all, phase, new Of(metric, ""), latencies.of(metric).histogram());
            for (TrialSubscription subscription : liveSubscriptions.subscriptions()) {
                String name = subscription.name();
                if (!name.isEmpty()) {
                    put(
                            all,
                            phase,
                            new Of(metric, name),
                            latencies.of(metric, name).histogram());
                }
            }
        }
        return all;
    }

    private void put(Map<Of, CensoredSamples> all, Phase phase, Of of, Histogram histogram) {
        if (histogram.getTotalCount() > 0) {
            long censored = trial.delivery()
                    .phase(phase.name())
                    .map(delivery -> censored(of, delivery))
                    .orElse(0L);
            all.put(of, new CensoredSamples(histogram, Math.max(0, censored)));
        }
    }

    private long censored(Of of, PhaseDelivery delivery) {
        long without = delivery.failed() + delivery.unknown();
        return switch (of.metric()) {
            case SCHEDULE_LAG -> delivery.unsent();
            case SERVICE -> without;
            case RESPONSE -> delivery.unsent() + without;
            case SEND_TO_RECEIVE -> notReceived(of, delivery, without);
            case END_TO_END -> notReceived(of, delivery, delivery.unsent() + without);
        };
    }

    /** Counts the messages that the subscriptions did not receive; those received although they had failed have a latency. */
    private long notReceived(Of of, PhaseDelivery delivery, long without) {
        return delivery.subscriptions().stream()
                .filter(one -> of.subscription().isEmpty()
                        ? liveSubscriptions.live(one.subscription())
                        : of.subscription().equals(one.subscription()))
                .mapToLong((SubscriptionDelivery one) -> without - one.recovered() + one.missing())
                .sum();
    }
}
