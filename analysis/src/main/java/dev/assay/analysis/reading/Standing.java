package dev.assay.analysis.reading;

import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.reading.Reading.Outcome;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.model.result.Comparability;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.timeline.Phase;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides which values of a phase count, by the reasons found for its trial as a whole and for itself. A DEGRADED trial counts,
 * unless the reason prevents comparisons ({@link Comparability}); what the harness added to a value is known, and makes it an
 * interval.
 */
public final class Standing {
    private final Verdict verdict;
    private final String phase;
    private final List<Reason> reasons;
    private final Set<String> codes;
    private final boolean sustained;

    private Standing(Verdict verdict, String phase, List<String> phases) {
        this.verdict = verdict;
        this.phase = phase;
        List<Verdict> verdicts = Stream.concat(Stream.of(""), phases.stream())
                .distinct()
                .map(verdict::ofPhase)
                .toList();
        reasons = verdicts.stream().flatMap(one -> one.reasons().stream()).toList();
        codes = reasons.stream().map(Reason::code).collect(Collectors.toSet());
        Set<String> allCodes = new HashSet<>(codes);
        verdicts.forEach(one -> one.findings().stream().map(Finding::code).forEach(allCodes::add));
        sustained = !Comparability.notSustained(allCodes::contains);
    }

    /**
     * Returns the standing of values of a phase.
     *
     * @param verdict of its trial
     */
    public static Standing of(Verdict verdict, String phase) {
        return new Standing(verdict, phase, List.of(phase));
    }

    /**
     * Returns the standing of values of the whole trial, such as how a subscription caught up; reasons found for any measured phase
     * may have shaped them.
     */
    public static Standing ofTrial(TrialRecord trial, Verdict verdict) {
        return new Standing(
                verdict,
                "",
                trial.course().phases().stream()
                        .filter(Phase::measured)
                        .map(Phase::name)
                        .toList());
    }

    /**
     * Returns a latency, which represents the whole phase if its load was sustained; otherwise it grew for as long as the phase
     * lasted.
     *
     * @param nanos its value
     * @param n samples of its distribution
     * @param tail whether it is one of the tail
     */
    public Reading latency(Source source, double nanos, long n, Quality quality, boolean tail) {
        Reading measured = new Reading(
                source,
                nanos,
                quality.least(nanos),
                quality.bound() || !sustained ? Double.POSITIVE_INFINITY : quality.most(nanos),
                n,
                quality,
                Outcome.VALUE,
                verdict.settled(phase, tail),
                "");
        Optional<Reading> invalid = invalid(measured, _ -> true);
        if (invalid.isPresent()) {
            return invalid.get();
        }
        return measured.unless(n > 0 ? Optional.empty() : Optional.of("no such statistic"))
                .unless(nanos > 0 ? Optional.empty() : Optional.of("division by 0"))
                .unless(quality.supported() ? Optional.empty() : Optional.of("too few samples"))
                .unless(Comparability.leftOut(codes::contains, sustained, tail));
    }

    public Reading missing(Source source) {
        Reading none = Reading.without(source, Outcome.LEFT_OUT, "no such statistic");
        return invalid(none, _ -> true).orElse(none);
    }

    /** Returns the rate of acknowledgements, which counts also for a load that exceeds the capacity of the system. */
    public Reading achieved(Source source, double perSecond, long n) {
        Reading rate = other(source, perSecond, n);
        return rate.outcome() == Outcome.FAILED || rate.outcome() == Outcome.INVALID || perSecond > 0
                ? rate
                : rate.withheld(Outcome.FAILED, "nothing was acknowledged");
    }

    public Reading other(Source source, double value, long n) {
        Reading exact = Reading.exact(source, value, n);
        return invalid(exact, code -> !Comparability.NOT_SUSTAINED.contains(code))
                .orElseGet(() -> exact.unless(Comparability.leftOut(codes::contains, false, false)));
    }

    /** Returns the reading of an INVALID trial; empty where none of its reasons matters. */
    private Optional<Reading> invalid(Reading measured, Predicate<String> matters) {
        List<String> against = reasons.stream()
                .filter(reason -> reason.severity() == Grade.INVALID)
                .map(Reason::code)
                .filter(matters)
                .distinct()
                .sorted()
                .toList();
        if (against.isEmpty()) {
            return Optional.empty();
        }
        Outcome outcome = against.stream().anyMatch(Comparability::failed) ? Outcome.FAILED : Outcome.INVALID;
        return Optional.of(measured.withheld(outcome, Grade.INVALID + " (" + String.join(", ", against) + ")"));
    }
}
