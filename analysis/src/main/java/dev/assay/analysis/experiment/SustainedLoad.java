package dev.assay.analysis.experiment;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.verdict.Rule;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.ExecutedEvent.Kind;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides by the rules that judge trials whether a system sustained the load: at least 99.9 % of it acknowledged and received as
 * it was due, nothing lost, and no growing backlog.
 */
public final class SustainedLoad {
    /** Lists the rules that speak against a load, whether the scenario expected their reasons or not. */
    private static final Set<Rule> AGAINST = EnumSet.of(
            Rule.NOTHING_MEASURED,
            Rule.LOSS,
            Rule.MISSING,
            Rule.UNDELIVERED,
            Rule.CORRUPTED,
            Rule.UNSENT,
            Rule.RATE_MISSED,
            Rule.OUTSTANDING_GROWING,
            Rule.NOT_DRAINED);

    /** Lists the rules that speak against a load where they make the trial invalid: more than a few such messages are as bad as losses. */
    private static final Set<Rule> AGAINST_IF_INVALID = EnumSet.of(Rule.MESSAGES_FAILED, Rule.MESSAGES_UNKNOWN);

    /**
     * Lists disturbances by others or by the harness. A load that was sustained despite them counts; one that was not might have been
     * without them.
     */
    private static final Set<Rule> OF_OTHERS = EnumSet.of(
            Rule.VIOLATIONS,
            Rule.UNEXPECTED,
            Rule.WORKER_LOST,
            Rule.FOREIGN_CPU,
            Rule.FOREIGN_DISK,
            Rule.STEAL,
            Rule.SUSPENDED);

    /** Lists the failures that no disturbance of the machine excuses. */
    private static final Set<Rule> NEVER_EXCUSED = EnumSet.of(Rule.LOSS, Rule.CORRUPTED);

    private static final String EXISTING = "existing";

    private SustainedLoad() {}

    /**
     * Evaluates a trial.
     *
     * @param limit which resource was at its limit, for people
     */
    public static LoadOutcome of(TrialAnalysis analysis, String limit) {
        Optional<String> ended = analysis.trial().course().events().stream()
                .filter(event -> event.kind() == Kind.OVERLOAD)
                .map(ExecutedEvent::action)
                .findFirst();
        Optional<String> against = Stream.concat(
                        analysis.verdict().reasons().stream()
                                .filter(SustainedLoad::speaksAgainst)
                                .map(reason -> reason.code() + ": " + reason.cause()),
                        analysis.verdict().findings().stream()
                                .filter(SustainedLoad::speaksAgainst)
                                .map(finding -> finding.code() + ": " + finding.cause()))
                .findFirst();
        if (ended.isPresent() || against.isPresent()) {
            List<Reason> reasons = analysis.verdict().reasons();
            boolean excusable = reasons.stream()
                    .noneMatch(reason -> Rule.ofCode(reason.code())
                            .filter(NEVER_EXCUSED::contains)
                            .isPresent());
            Optional<Reason> disturbance = reasons.stream()
                    .filter(reason -> excusable && isOfOthers(reason, analysis.trial()))
                    .findFirst();
            if (disturbance.isPresent()) {
                String why = "missed, but disturbed: %s: %s; %s"
                        .formatted(
                                disturbance.get().code(),
                                disturbance.get().cause(),
                                against.or(() -> ended).orElseThrow());
                return new LoadOutcome(Outcome.NO_EVIDENCE, why, ended.isPresent(), limit);
            }
            return new LoadOutcome(Outcome.BAD, against.or(() -> ended).orElseThrow(), ended.isPresent(), limit);
        }
        // Without a lost worker's part, less was offered than planned.
        return analysis.verdict().reasons().stream()
                .filter(reason ->
                        reason.severity() == Grade.INVALID || reason.code().equals(Rule.WORKER_LOST.code()))
                .findFirst()
                .map(reason ->
                        new LoadOutcome(Outcome.NO_EVIDENCE, reason.code() + ": " + reason.cause(), false, limit))
                .orElseGet(() -> new LoadOutcome(Outcome.GOOD, "", false, limit));
    }

    /**
     * Tells whether a reason is due to others. A worker without free processors, or with a used-up quota, is the harness's limit,
     * unless the system runs inside of the worker.
     */
    private static boolean isOfOthers(Reason reason, TrialRecord trial) {
        boolean servers =
                trial.system().nodes() > 0 || trial.system().deployment().equals(EXISTING);
        return Rule.ofCode(reason.code())
                .filter(rule ->
                        OF_OTHERS.contains(rule) || (servers && (rule == Rule.WORKER_CPU || rule == Rule.THROTTLED)))
                .isPresent();
    }

    private static boolean speaksAgainst(Reason reason) {
        return Rule.ofCode(reason.code())
                .filter(rule -> AGAINST.contains(rule)
                        || (AGAINST_IF_INVALID.contains(rule) && reason.severity() == Grade.INVALID))
                .isPresent();
    }

    private static boolean speaksAgainst(Finding finding) {
        return Rule.ofCode(finding.code()).filter(AGAINST::contains).isPresent();
    }
}
