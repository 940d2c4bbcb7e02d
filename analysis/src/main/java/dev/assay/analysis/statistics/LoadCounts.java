package dev.assay.analysis.statistics;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.StoredTrial.RecordedSecond;
import dev.assay.model.result.TrialSubscription;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Counts messages since the start of the load, all workers together, at the end of the last second and of the one before, by
 * adding up the rates of the series. Between the two, counts grow as those of the messages due do.
 */
final class LoadCounts {
    private static final int OFFERED = 0;
    private static final int SENT = 1;
    private static final int ACKED = 2;
    private static final int FAILED = 3;
    private static final int SENDING = 4;
    private static final Map<Metric, Integer> OF_SENDING =
            Map.of(Metrics.OFFERED, OFFERED, Metrics.SENT, SENT, Metrics.ACKED, ACKED, Metrics.FAILED, FAILED);
    private static final Set<Metric> NEEDED = Set.of(Metrics.OFFERED, Metrics.SENT, Metrics.ACKED);

    private final Map<String, Integer> subscriptions = new HashMap<>();
    private final int[] liveSubscriptions;
    private final Set<Metric> known = new HashSet<>();
    private double[] before;
    private double[] now;
    private double beforeSeconds;
    private double nowSeconds;
    private final OfferedCurve curve;

    /** Holds by subscription which fraction of the failed messages it has not received. */
    private final double[] failedForGood;

    /**
     * Creates empty counts.
     *
     * @param delivery of the trial, with the number of failed messages that each subscription received all the same
     * @param curve as yet empty
     */
    LoadCounts(LiveSubscriptions groups, Delivery delivery, OfferedCurve curve) {
        this.curve = curve;
        List<TrialSubscription> all = groups.subscriptions();
        for (int number = 0; number < all.size(); number++) {
            subscriptions.put(all.get(number).name(), number);
        }
        liveSubscriptions = IntStream.range(0, all.size())
                .filter(number -> groups.live(all.get(number)))
                .toArray();
        failedForGood =
                all.stream().mapToDouble(one -> failedForGood(one, delivery)).toArray();
        before = new double[SENDING + all.size()];
        now = before.clone();
    }

    /** Spreads the failed messages that were received over all that failed, since their times of arrival are not recorded. */
    private static double failedForGood(TrialSubscription subscription, Delivery delivery) {
        double recovered = delivery.subscriptions().stream()
                .filter(one -> one.subscription().equals(subscription.name()))
                .mapToDouble(SubscriptionDelivery::recovered)
                .sum();
        return delivery.failed() == 0 ? 1 : Math.max(0, 1 - recovered / delivery.failed());
    }

    void add(RecordedSecond second) {
        double length = second.seconds() - nowSeconds;
        double[] next = now.clone();
        for (Sample sample : second.samples()) {
            int place = place(sample);
            if (place >= 0) {
                known.add(sample.metric());
                next[place] += sample.value() * length;
            }
        }
        before = now;
        now = next;
        beforeSeconds = nowSeconds;
        nowSeconds = second.seconds();
        curve.add(nowSeconds, now[OFFERED]);
    }

    private int place(Sample sample) {
        if (sample.metric().equals(Metrics.RECEIVED)) {
            Integer number = subscriptions.get(sample.labels().get(Labels.SUBSCRIPTION));
            return number == null ? -1 : SENDING + number;
        }
        return OF_SENDING.getOrDefault(sample.metric(), -1);
    }

    boolean known() {
        return known.containsAll(NEEDED) && (subscriptions.isEmpty() || known.contains(Metrics.RECEIVED));
    }

    /** Returns the beginning of the second that was added last; it ends at {@link #nowSeconds}. */
    double beforeSeconds() {
        return beforeSeconds;
    }

    double nowSeconds() {
        return nowSeconds;
    }

    OfferedCurve curve() {
        return curve;
    }

    double offered(double seconds) {
        return at(OFFERED, seconds);
    }

    double sent(double seconds) {
        return at(SENT, seconds);
    }

    double acked(double seconds) {
        return at(ACKED, seconds);
    }

    double failed(double seconds) {
        return at(FAILED, seconds);
    }

    double received(int subscription, double seconds) {
        return at(SENDING + subscription, seconds);
    }

    double failedForGood(int subscription) {
        return failedForGood[subscription];
    }

    double receivedByAll(double seconds) {
        return IntStream.range(0, subscriptions.size())
                .mapToDouble(number -> received(number, seconds))
                .sum();
    }

    double backlog(int subscription, double seconds) {
        return Math.max(0, acked(seconds) - received(subscription, seconds));
    }

    /**
     * Returns the messages offered that have neither failed nor been received by the slowest live subscription; without live
     * subscriptions, those not yet acknowledged.
     */
    double outstanding(double seconds) {
        return offered(seconds)
                - IntStream.of(liveSubscriptions)
                        .mapToDouble(number -> received(number, seconds) + failedForGood(number) * failed(seconds))
                        .min()
                        .orElseGet(() -> acked(seconds) + failed(seconds));
    }

    /** Interpolates within the last second, and returns the nearer end of it for other times. */
    private double at(int place, double seconds) {
        double fraction = nowSeconds <= beforeSeconds ? 1 : curve.part(beforeSeconds, nowSeconds, seconds);
        return before[place] + (now[place] - before[place]) * fraction;
    }
}
