package dev.assay.analysis.verdict;

import dev.assay.analysis.evidence.EvidenceReader;
import dev.assay.analysis.evidence.PhaseEvidence;
import dev.assay.analysis.evidence.TrialEvidence;
import dev.assay.analysis.quality.PhaseQualities;
import dev.assay.model.result.LatencyMetric;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Applies every {@link Rule} to what is stored of a trial, and to nothing else. Each measured phase is judged by itself, the
 * delivery over the whole trial; the worst reason gives the trial's grade. What a phase {@linkplain Expectations expects} is
 * listed as a finding and makes nothing worse.
 *
 * <p>A rule whose evidence the files do not have is not applied. What it said at the time is kept, and says so.
 */
public final class Judge {
    /** The version of the rules; one that is changed makes another. */
    public static final int RULES = 3;

    /** By the present rules. */
    public static final Judge PRESENT = new Judge(Thresholds.PRESENT);

    private static final String KEPT = " (as judged at the time: the trial's files lack what this rule needs)";

    private final Thresholds thresholds;
    private final Set<Rule> left;

    /** One who goes by these thresholds. */
    public Judge(Thresholds thresholds) {
        this(thresholds, Set.of());
    }

    private Judge(Thresholds thresholds, Set<Rule> left) {
        this.thresholds = thresholds;
        this.left = Set.copyOf(left);
    }

    /** One who leaves rules out: whatever they alone would show is not seen any more. */
    public Judge without(Set<Rule> rules) {
        return new Judge(thresholds, rules);
    }

    /** The verdict on a trial, from its files. */
    public Verdict judge(StoredTrial trial) {
        return judge(EvidenceReader.read(trial));
    }

    /** The same where they have been read already. */
    public Verdict judge(TrialEvidence evidence) {
        List<Reason> reasons = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        DeliveryRules delivery = new DeliveryRules(evidence, thresholds);
        reasons.addAll(delivery.reasons());
        findings.addAll(delivery.findings());
        reasons.addAll(DriftRules.notSteady(evidence.trial()));
        reasons.addAll(MachineRules.suspensions(evidence, thresholds));
        for (PhaseEvidence phase : evidence.measured()) {
            for (Reason reason : ofPhase(evidence, phase)) {
                if (Expectations.expects(phase.phase().expectation(), reason.code())) {
                    findings.add(new Finding(phase.phase().name(), reason.code(), reason.cause()));
                } else {
                    reasons.add(reason.in(phase.phase().name()));
                }
            }
            new LoadRules(phase, thresholds).outage().ifPresent(findings::add);
            findings.addAll(new DriftRules(phase, thresholds).findings());
            new QualityRules(evidence, phase, qualities(evidence.trial(), phase))
                    .finding()
                    .ifPresent(findings::add);
        }
        reasons.removeIf(reason -> isOf(left, reason));
        findings.removeIf(
                finding -> Rule.ofCode(finding.code()).filter(left::contains).isPresent());
        Set<Rule> missing = MissingEvidence.of(evidence);
        reasons.removeIf(reason -> isOf(missing, reason));
        evidence.trial().verdict().reasons().stream()
                .filter(reason -> isOf(missing, reason))
                .map(reason -> new Reason(
                        reason.severity(), reason.code(), reason.cause() + KEPT, reason.action(), reason.phase()))
                .forEach(reasons::add);
        return Verdict.of(RULES, reasons, findings);
    }

    /** How far each figure of a phase can be relied on. */
    public PhaseQualities qualities(TrialRecord trial, PhaseEvidence phase) {
        return new PhaseQualities(phase, trial.clockErrorNanos(), thresholds.quality());
    }

    private static boolean isOf(Set<Rule> rules, Reason reason) {
        return Rule.ofCode(reason.code()).filter(rules::contains).isPresent();
    }

    private List<Reason> ofPhase(TrialEvidence evidence, PhaseEvidence phase) {
        List<Reason> reasons = new ArrayList<>();
        if (phase.offeredPerSecond() > 0
                && phase.latencies().of(LatencyMetric.RESPONSE).histogram().getTotalCount() == 0) {
            reasons.add(Rule.NOTHING_MEASURED.invalid(
                    "no message due in the measured phase was acknowledged",
                    "Check in the logs that the system accepts messages, then run again."));
        }
        reasons.addAll(new LoadRules(phase, thresholds).reasons());
        // Where messages pile up, that says all there is to say about a steady state.
        if (reasons.stream().noneMatch(reason -> reason.code().equals(Rule.OUTSTANDING_GROWING.code()))) {
            reasons.addAll(new DriftRules(phase, thresholds).reasons());
        }
        reasons.addAll(new SyncRules(evidence.trial(), phase, thresholds).reasons());
        reasons.addAll(new QualityRules(evidence, phase, qualities(evidence.trial(), phase)).reasons());
        reasons.addAll(new HarnessRules(evidence.trial(), phase, thresholds).reasons());
        reasons.addAll(new MachineRules(evidence.trial(), phase, thresholds).reasons());
        return reasons;
    }
}
