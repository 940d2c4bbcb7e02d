package dev.assay.analysis.evidence;

import dev.assay.analysis.evidence.FigureEvidence.Of;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.LatencyMetric;
import dev.assay.model.result.Phase;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.StoredTrial.RecordedInterval;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSubscription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Goes over the latencies once more when the percentiles are known, to see which seconds the samples above them come from. */
final class FigureEvidenceReader {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int BATCH = 512;

    private final TrialRecord trial;
    private final Tailing tailing;
    private final Map<String, Map<Of, CensoredSamples>> samples = new HashMap<>();
    private final Map<LatencyMetric, Map<Counted, TailEvents>> events = new EnumMap<>(LatencyMetric.class);
    private final List<RecordedInterval> batch = new ArrayList<>();

    private record Counted(String phase, Of of) {}

    FigureEvidenceReader(TrialRecord trial, Tailing tailing) {
        this.trial = trial;
        this.tailing = tailing;
        for (LatencyMetric metric : LatencyMetric.values()) {
            events.put(metric, new LinkedHashMap<>());
        }
    }

    /** Takes the samples of a phase; events are counted of those that are measured. */
    void add(Phase phase, PhaseLatencies latencies) {
        Map<Of, CensoredSamples> all = new HashMap<>();
        for (LatencyMetric metric : LatencyMetric.values()) {
            put(all, phase, new Of(metric, ""), latencies.of(metric).histogram());
            for (TrialSubscription subscription : tailing.subscriptions()) {
                if (!subscription.name().isEmpty()) {
                    Of of = new Of(metric, subscription.name());
                    put(
                            all,
                            phase,
                            of,
                            latencies.of(metric, subscription.name()).histogram());
                }
            }
        }
        samples.put(phase.name(), all);
        if (phase.measured()) {
            all.forEach((of, sampled) -> Objects.requireNonNull(events.get(of.metric()))
                    .put(new Counted(phase.name(), of), new TailEvents(sampled)));
        }
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
            case SEND_DELAY -> delivery.unsent();
            case SERVICE -> without;
            case RESPONSE -> delivery.unsent() + without;
            case CALL_TO_END -> notReceived(of, delivery, without);
            case END_TO_END -> notReceived(of, delivery, delivery.unsent() + without);
        };
    }

    /** Of all subscriptions that it is of; what was received although it had failed has a latency. */
    private long notReceived(Of of, PhaseDelivery delivery, long without) {
        return delivery.subscriptions().stream()
                .filter(one -> of.subscription().isEmpty()
                        ? tailing.tails(one.subscription())
                        : of.subscription().equals(one.subscription()))
                .mapToLong((SubscriptionDelivery one) -> without - one.recovered() + one.missing())
                .sum();
    }

    void read(StoredTrial stored) {
        stored.eachInterval(interval -> {
            batch.add(interval);
            if (batch.size() == BATCH) {
                count();
            }
        });
        count();
    }

    private void count() {
        Map<LatencyMetric, List<RecordedInterval>> byMetric =
                batch.stream().collect(Collectors.groupingBy(RecordedInterval::metric));
        Arrays.stream(LatencyMetric.values())
                .parallel()
                .forEach(metric -> byMetric.getOrDefault(metric, List.of())
                        .forEach(interval -> count(interval, Objects.requireNonNull(events.get(metric)))));
        batch.clear();
    }

    private void count(RecordedInterval interval, Map<Counted, TailEvents> counters) {
        long second = Math.round(interval.startNanos() / NANOS_PER_SECOND);
        List<TailEvents> concerned = new ArrayList<>();
        if (tailing.tails(interval.subscription())) {
            add(concerned, counters.get(new Counted(interval.phase(), new Of(interval.metric(), ""))));
        }
        if (!interval.subscription().isEmpty()) {
            add(
                    concerned,
                    counters.get(new Counted(interval.phase(), new Of(interval.metric(), interval.subscription()))));
        }
        if (!concerned.isEmpty()) {
            Histogram histogram = interval.recorded().histogram();
            concerned.forEach(counter -> counter.add(second, histogram));
        }
    }

    private static void add(List<TailEvents> concerned, @org.jspecify.annotations.Nullable TailEvents counter) {
        if (counter != null) {
            concerned.add(counter);
        }
    }

    /** What is known of the figures of a phase. */
    FigureEvidence of(Phase phase, Map<String, Histogram> hiccups) {
        Map<Of, List<Double>> counted = new HashMap<>();
        events.values()
                .forEach(counters -> counters.forEach((key, counter) -> {
                    if (key.phase().equals(phase.name())) {
                        counted.put(key.of(), counter.finish());
                    }
                }));
        return new FigureEvidence(
                samples.getOrDefault(phase.name(), Map.of()),
                counted,
                new Pauses(new TreeMap<>(hiccups), phase.lengthNanos()));
    }
}
