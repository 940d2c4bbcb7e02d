package dev.assay.report.page;

import dev.assay.analysis.DeclaredStatistics;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.quality.Quality.Kind;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.TrialRecord;
import dev.assay.report.text.Formats;
import dev.assay.report.text.LatencyUnit;
import dev.assay.report.text.StandstillText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/** Sums up a trial in a sentence: how soon messages were answered or arrived, at which rate, what was lost, and the verdict last. */
final class TrialSentence {
    private static final LatencyStatistic USUAL = LatencyStatistic.parse("response.p99");
    private static final double HALF = 50;
    private static final int MAX_PHASES = 3;

    /** Gives the fraction of the offered rate from which on the achieved rate counts as the same. */
    private static final double SUSTAINED = 0.99;

    private TrialSentence() {}

    /** Returns the sentence without a full stop. */
    static String of(TrialAnalysis trial) {
        List<String> parts = new ArrayList<>();
        List<PhaseAnalysis> measured = trial.measured();
        for (PhaseAnalysis phase : measured.subList(0, Math.min(measured.size(), MAX_PHASES))) {
            LatencyStatistic statistic = statistic(trial, phase);
            parts.add((measured.size() > 1 ? phase.phase().name() + ": " : "") + answered(phase, statistic));
            StandstillText.of(phase).or(() -> events(phase, statistic)).ifPresent(parts::add);
        }
        if (measured.size() > MAX_PHASES) {
            parts.add(Formats.counted(measured.size() - MAX_PHASES, "more phase") + " below");
        }
        delivered(trial.trial()).ifPresent(parts::add);
        parts.add(trial.verdict().grade().name());
        String sentence = String.join("; ", parts);
        return measured.size() > 1 ? sentence : Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
    }

    /** Returns the percentile that a scenario declares alone for a phase; the usual one where it declares none, or more. */
    private static LatencyStatistic statistic(TrialAnalysis trial, PhaseAnalysis phase) {
        List<LatencyStatistic> declared = DeclaredStatistics.of(List.of(trial.trial()));
        return declared.stream()
                .filter(statistic -> declared.size() == 1
                        && statistic.percent().isPresent()
                        && statistic.metric() != LatencyMetric.SCHEDULE_LAG)
                .filter(statistic ->
                        statistic.phase().map(phase.phase().name()::equals).orElse(true))
                .findFirst()
                .orElse(USUAL);
    }

    private static String answered(PhaseAnalysis phase, LatencyStatistic statistic) {
        LatencyMetric metric = statistic.metric();
        String rate = Formats.rate(phase.achievedPerSecond());
        if (phase.achievedPerSecond() < SUSTAINED * phase.offeredPerSecond()) {
            rate += " of " + Formats.rate(phase.offeredPerSecond()) + " offered";
        }
        Optional<Reading> half =
                phase.headline(Statistic.quantile(metric, HALF)).filter(row -> row.n() > 0);
        Optional<Reading> most = phase.headline(Statistic.of(statistic)).filter(row -> row.n() > 0);
        if (half.isEmpty() || most.isEmpty()) {
            return "no message " + (arrives(metric) ? "arrived of " : "was acknowledged of ")
                    + Formats.rate(phase.offeredPerSecond()) + " offered";
        }
        String at = " at " + rate + " (n = " + Formats.count(most.get().n()) + ")";
        if (most.get().supported()) {
            return within(statistic, most.get()) + at;
        }
        return half.get().supported()
                ? within(new LatencyStatistic(metric, OptionalDouble.of(HALF), Optional.empty()), half.get()) + at
                        + ", too few to know " + statistic.shortName()
                : Formats.counted(most.get().n(), "message") + (arrives(metric) ? " arrived at " : " answered at ")
                        + rate + ", too few to know any percentile";
    }

    /** Says that the tail comes from too few events to rely on; empty where it does not. */
    private static Optional<String> events(PhaseAnalysis phase, LatencyStatistic statistic) {
        return phase.headline(Statistic.of(statistic))
                .map(Reading::quality)
                .filter(quality -> quality.flaws().stream().anyMatch(flaw -> flaw.kind() == Kind.FEW_EVENTS))
                .map(quality -> Math.round(quality.events().orElse(1)))
                .map(events ->
                        "the " + rest(statistic) + " are from " + (events == 1 ? "one event" : events + " events"));
    }

    private static String within(LatencyStatistic statistic, Reading row) {
        String value = LatencyUnit.text(Math.rint(row.value()));
        boolean arrives = arrives(statistic.metric());
        double percent = statistic.percent().orElseThrow();
        String half = percent == HALF ? "of the messages" : "of messages";
        if (row.lowerBound()) {
            return "the " + rest(statistic) + " " + half + " took at least " + value
                    + (arrives ? " to arrive" : " to be answered");
        }
        String harness = row.low() < row.value()
                ? " (from " + LatencyUnit.text(Math.rint(row.low())) + ": the harness may have added the rest)"
                : "";
        String since = fromCall(statistic.metric()) ? " of being sent" : "";
        return (percent == HALF ? "half " : number(percent) + " % ")
                + half
                + (arrives ? " arrived within " : " were answered within ")
                + value
                + since
                + harness;
    }

    /** Names the messages that are slower than a percentile, such as {@code slowest 1 %}. */
    private static String rest(LatencyStatistic statistic) {
        double percent = statistic.percent().orElseThrow();
        return percent == HALF ? "slower half" : "slowest " + number(100 - percent) + " %";
    }

    /** Returns a percentage without the digits that only its binary form has. */
    private static String number(double percent) {
        return new BigDecimal(percent)
                .setScale(2, RoundingMode.HALF_EVEN)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static boolean arrives(LatencyMetric metric) {
        return metric == LatencyMetric.END_TO_END || metric == LatencyMetric.SEND_TO_RECEIVE;
    }

    /** Tells whether a latency begins with the call instead of the time when the message was due. */
    private static boolean fromCall(LatencyMetric metric) {
        return metric == LatencyMetric.SERVICE || metric == LatencyMetric.SEND_TO_RECEIVE;
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
        add(parts, delivery.failed(), "reported as failed");
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
