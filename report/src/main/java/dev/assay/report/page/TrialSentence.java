package dev.assay.report.page;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.quality.Quality.Kind;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.TrialRecord;
import dev.assay.report.text.Formats;
import dev.assay.report.text.LatencyUnit;
import dev.assay.report.text.StandstillText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Sums up a trial in a sentence: how soon messages were answered, at which rate, what was lost, and the verdict last. */
final class TrialSentence {
    private static final Statistic P50 = Statistic.quantile(LatencyMetric.RESPONSE, 50);
    private static final Statistic P99 = Statistic.quantile(LatencyMetric.RESPONSE, 99);
    private static final int MAX_PHASES = 3;

    /** Gives the fraction of the offered rate from which on the achieved rate counts as the same. */
    private static final double SUSTAINED = 0.99;

    private TrialSentence() {}

    /** Returns the sentence without a full stop. */
    static String of(TrialAnalysis trial) {
        List<String> parts = new ArrayList<>();
        List<PhaseAnalysis> measured = trial.measured();
        for (PhaseAnalysis phase : measured.subList(0, Math.min(measured.size(), MAX_PHASES))) {
            parts.add((measured.size() > 1 ? phase.phase().name() + ": " : "") + answered(phase));
            StandstillText.of(phase).or(() -> events(phase)).ifPresent(parts::add);
        }
        if (measured.size() > MAX_PHASES) {
            parts.add(Formats.counted(measured.size() - MAX_PHASES, "more phase") + " below");
        }
        delivered(trial.trial()).ifPresent(parts::add);
        parts.add(trial.verdict().grade().name());
        String sentence = String.join("; ", parts);
        return measured.size() > 1 ? sentence : Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
    }

    /** Says within which time the messages of a phase were answered. */
    private static String answered(PhaseAnalysis phase) {
        String rate = Formats.rate(phase.achievedPerSecond());
        if (phase.achievedPerSecond() < SUSTAINED * phase.offeredPerSecond()) {
            rate += " of " + Formats.rate(phase.offeredPerSecond()) + " offered";
        }
        Optional<Reading> p50 = phase.headline(P50).filter(row -> row.n() > 0);
        Optional<Reading> p99 = phase.headline(P99).filter(row -> row.n() > 0);
        if (p50.isEmpty() || p99.isEmpty()) {
            return "no message was answered of " + Formats.rate(phase.offeredPerSecond()) + " offered";
        }
        String at = " at " + rate + " (n = " + Formats.count(p99.get().n()) + ")";
        if (p99.get().supported()) {
            return within("99 % of messages", "the slowest 1 % of messages", p99.get()) + at;
        }
        return p50.get().supported()
                ? within("half of the messages", "the slower half of the messages", p50.get()) + at
                        + ", which are too few to know p99"
                : Formats.counted(p99.get().n(), "message") + " answered at " + rate
                        + ", which are too few to know any percentile";
    }

    /** Says that the tail comes from too few events to rely on; empty where it does not. */
    private static Optional<String> events(PhaseAnalysis phase) {
        return phase.headline(P99)
                .map(Reading::quality)
                .filter(quality -> quality.flaws().stream().anyMatch(flaw -> flaw.kind() == Kind.FEW_EVENTS))
                .map(quality -> Math.round(quality.events().orElse(1)))
                .map(events -> "the slowest 1 % are from " + (events == 1 ? "one event" : events + " events"));
    }

    private static String within(String most, String rest, Reading row) {
        String value = LatencyUnit.text(Math.round(row.value()));
        if (row.lowerBound()) {
            return rest + " took at least " + value + " to be answered";
        }
        String harness = row.low() < row.value()
                ? " (from " + LatencyUnit.text(Math.round(row.low())) + ": the harness may have added the rest)"
                : "";
        return most + " were answered within " + value + harness;
    }

    /** Says what happened to the messages of the whole trial; empty without subscriptions where none failed. */
    private static Optional<String> delivered(TrialRecord trial) {
        Delivery delivery = trial.delivery();
        List<String> parts = new ArrayList<>();
        long lost = sum(delivery, SubscriptionDelivery::lost);
        long notKnown = Math.max(delivery.notKnown(), sum(delivery, SubscriptionDelivery::notKnown));
        boolean tellsLost = trial.course().drain().tellsLost();
        if (lost > 0) {
            add(parts, lost, tellsLost ? "lost" : "missing");
        } else if (!delivery.subscriptions().isEmpty() && notKnown == 0) {
            parts.add("none was lost");
        }
        if (notKnown > 0) {
            parts.add("whether " + Formats.count(notKnown) + " were lost is not known");
        }
        add(parts, sum(delivery, SubscriptionDelivery::undelivered), "stored but not delivered");
        add(parts, delivery.failed(), "refused");
        add(parts, delivery.unknown(), "never answered");
        add(parts, delivery.unsent(), "never sent");
        add(parts, sum(delivery, SubscriptionDelivery::duplicated), "delivered again");
        add(parts, sum(delivery, SubscriptionDelivery::corrupted), "damaged");
        return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", parts));
    }

    private static void add(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(Formats.count(count) + (count == 1 ? " was " : " were ") + what);
        }
    }

    private static long sum(Delivery delivery, ToLongFunction<SubscriptionDelivery> count) {
        return delivery.subscriptions().stream().mapToLong(count).sum();
    }
}
