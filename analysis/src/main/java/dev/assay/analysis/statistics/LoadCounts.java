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
 * Messages since the start of the load, all workers together, at the end of the last second and of the one before: the rates of
 * the series added up. In between they are taken to go up in straight lines.
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

    /** By subscription, which part of the messages that failed it has not received. */
    private final double[] failedForGood;

    /**
     * None yet.
     *
     * @param delivery of the trial: of each subscription, how many messages it received although they had failed
     * @param random whether messages are due at random times
     */
    LoadCounts(LiveSubscriptions groups, Delivery delivery, boolean random) {
        curve = new OfferedCurve(random);
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

    /** When each of those that were received arrived is not recorded, so they are taken to be spread over all that failed. */
    private static double failedForGood(TrialSubscription subscription, Delivery delivery) {
        double recovered = delivery.subscriptions().stream()
                .filter(one -> one.subscription().equals(subscription.name()))
                .mapToDouble(SubscriptionDelivery::recovered)
                .sum();
        return delivery.failed() == 0 ? 1 : Math.max(0, 1 - recovered / delivery.failed());
    }

    /** Goes on by one second. */
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

    /** Whether the series has what the load is known by. */
    boolean known() {
        return known.containsAll(NEEDED) && (subscriptions.isEmpty() || known.contains(Metrics.RECEIVED));
    }

    /** The second that was added last, from here to {@link #nowSeconds}. */
    double beforeSeconds() {
        return beforeSeconds;
    }

    double nowSeconds() {
        return nowSeconds;
    }

    /** What was offered in all seconds so far. */
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

    /** Which part of the messages that failed that subscription has not received. */
    double failedForGood(int subscription) {
        return failedForGood[subscription];
    }

    double receivedByAll(double seconds) {
        return IntStream.range(0, subscriptions.size())
                .mapToDouble(number -> received(number, seconds))
                .sum();
    }

    /** Acknowledged, but not yet received. */
    double backlog(int subscription, double seconds) {
        return Math.max(0, acked(seconds) - received(subscription, seconds));
    }

    /** Offered, but neither failed nor yet received by the slowest live one; not yet acknowledged where none does. */
    double outstanding(double seconds) {
        return offered(seconds)
                - IntStream.of(liveSubscriptions)
                        .mapToDouble(number -> received(number, seconds) + failedForGood(number) * failed(seconds))
                        .min()
                        .orElseGet(() -> acked(seconds) + failed(seconds));
    }

    /** Within the last second, or the nearer end of it. */
    private double at(int place, double seconds) {
        double length = nowSeconds - beforeSeconds;
        double fraction = length <= 0 ? 1 : Math.clamp((seconds - beforeSeconds) / length, 0, 1);
        return before[place] + (now[place] - before[place]) * fraction;
    }
}
