package dev.assay.analysis.explanation;

import dev.assay.analysis.comparison.ComparedStatistic;
import dev.assay.analysis.comparison.ComparisonRequest;
import dev.assay.model.result.Interval;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.spec.Servers;
import java.util.OptionalInt;

/**
 * By how many per cent a value changes for each per cent of the servers' processors: d ln(value) / d ln(processors), between two numbers of them. Where
 * a time is spent on processors alone, half of them double it, which is -1; where it is spent elsewhere, it is 0.
 *
 * @param from the number of processors as it was
 * @param to the number that it was moved to
 * @param interval where it lies at 95 %, its ends in order; infinite where a value is but a bound
 */
public record Elasticity(int from, int to, Interval interval) {
    /** Whole processors can't be had in small steps on a small machine: what is asked is what a fifth fewer of them would do. */
    static final double FEWER = 0.2;

    /** How many processors the servers of a trial ran on; empty where that is not known, or they ran elsewhere. */
    static OptionalInt processors(TrialRecord trial) {
        OptionalInt machine = ofMachine(trial);
        if (trial.processors().isEmpty() || machine.isEmpty()) {
            return OptionalInt.empty();
        }
        int given = trial.processors().getAsInt();
        return given == Servers.ALL_PROCESSORS ? machine : OptionalInt.of(Math.min(given, machine.getAsInt()));
    }

    /** How many processors the machine of the servers has; empty where that is not known. */
    static OptionalInt ofMachine(TrialRecord trial) {
        return trial.hosts().stream()
                .filter(host -> host.nodes() > 0 && host.cores() > 0)
                .mapToInt(TrialHost::cores)
                .findFirst();
    }

    /** That of a ratio which was estimated. */
    static Elasticity of(Interval ratio, int from, int to) {
        double one = at(ratio.low(), from, to);
        double other = at(ratio.high(), from, to);
        return new Elasticity(
                from, to, new Interval(Math.min(one, other), at(ratio.centre(), from, to), Math.max(one, other)));
    }

    private static double at(double ratio, int from, int to) {
        return Math.log(ratio) / Math.log(to / (double) from);
    }

    /**
     * From where on a value is sensitive: where a fifth fewer processors change it by what matters.
     *
     * @param threshold the least effect that matters, as a fraction
     */
    public static double sensitiveFrom(double threshold) {
        return Math.log1p(threshold) / -Math.log1p(-FEWER);
    }

    /** The ratio that stands for that elasticity, where times grow and rates fall with fewer processors. */
    static double ratio(ComparedStatistic compared, double elasticity, int from, int to) {
        boolean rate = ComparisonRequest.isRate(compared.statistic());
        return Math.exp((rate ? 1 : -1) * elasticity * Math.log(to / (double) from));
    }
}
