package dev.assay.report.page;

import dev.assay.analysis.RunAnalysis;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.durability.Fault;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.unit.InstantText;
import dev.assay.model.verification.LossBound;
import dev.assay.model.verification.VerificationByRun;
import dev.assay.model.verification.VerificationStatus;
import dev.assay.model.verification.VerificationStatus.Status;
import dev.assay.report.text.Formats;
import dev.assay.report.text.SystemText;
import dev.assay.report.view.Block.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Says whether the durability level of a result was verified on the measured version, and by which runs.
 *
 * @param tone good or bad news; empty where it is neither
 * @param word the state in a word or two, such as {@code not verified}
 * @param details clauses that say what survived or was lost, with counts and runs
 */
public record VerificationStatusView(Optional<Grade> tone, String word, List<String> details) {
    public VerificationStatusView {
        details = List.copyOf(details);
    }

    /** Returns what the run's own verifications and those of the run that it cites say about one of its results. */
    public static VerificationStatusView of(TrialRecord trial, RunAnalysis run) {
        DurabilityStatement durability = trial.durability();
        if (durability.given().isEmpty()) {
            return new VerificationStatusView(
                    Optional.empty(), word(Status.NOT_VERIFIED), List.of(withoutLevel(durability)));
        }
        VerificationStatus verified = VerificationStatus.of(trial, run.allVerifications());
        List<String> details = new ArrayList<>();
        String runId = run.run().id();
        details.addAll(clauses(verified.contradicting(), "were lost or damaged", runId));
        details.addAll(clauses(verified.upheld(), "were lost", runId));
        details.addAll(clauses(verified.losing(), "were lost, which the level allows", runId));
        if (verified.upheld().isEmpty() && !durability.given().get().replicatedSync()) {
            details.add(durability.namedLabel()
                    + " waits for one node: if another can take over, it guarantees nothing that could be verified");
        } else if (verified.status() != Status.VERIFIED && !verified.missing().isEmpty()) {
            details.add("no verification of " + durability.namedLabel() + " on " + SystemText.name(trial.system())
                    + " with these settings under " + faults(verified) + " " + where(run));
        }
        if (!verified.few().isEmpty()) {
            details.add("whether it survives is known from " + LossBound.CUTS_FOR_VERIFIED
                    + " of each on, at different moments: "
                    + verified.few().entrySet().stream()
                            .map(few -> few.getKey() + " has " + few.getValue())
                            .collect(Collectors.joining(", ")));
        }
        return new VerificationStatusView(tone(verified.status()), word(verified.status()), details);
    }

    Finding finding() {
        return new Finding(tone, "durability " + word, String.join("; ", details));
    }

    private static String withoutLevel(DurabilityStatement durability) {
        return durability.known()
                ? "nothing is guaranteed, so there is nothing to verify"
                : "its level is not known, so no verification can be matched to it";
    }

    private static Optional<Grade> tone(Status status) {
        return switch (status) {
            case VERIFIED -> Optional.of(Grade.VALID);
            case PARTLY_VERIFIED, NOT_VERIFIED -> Optional.empty();
            case CONTRADICTED -> Optional.of(Grade.INVALID);
        };
    }

    private static String word(Status status) {
        return switch (status) {
            case VERIFIED -> "verified";
            case PARTLY_VERIFIED -> "partly verified";
            case NOT_VERIFIED -> "not verified";
            case CONTRADICTED -> "contradicted";
        };
    }

    private static String faults(VerificationStatus verified) {
        return verified.missing().stream().sorted().map(Fault::toString).collect(Collectors.joining(" and "));
    }

    private static String where(RunAnalysis run) {
        return "in this run"
                + run.verifiedBy().map(cited -> " or run " + cited.run()).orElse("")
                + "; make one with 'verify: true', or with 'assay verify' and --verified-by";
    }

    /** Returns one clause for each fault. */
    private static List<String> clauses(List<VerificationByRun> verifications, String what, String runId) {
        Map<Fault, List<VerificationByRun>> byFault = verifications.stream()
                .collect(Collectors.groupingBy(
                        by -> by.verification().plan().fault(), TreeMap::new, Collectors.toList()));
        return byFault.entrySet().stream()
                .map(same -> same.getKey() + ": " + lost(same.getValue()) + " " + what + bound(same.getValue())
                        + ", by " + by(same.getValue(), runId))
                .toList();
    }

    /** Returns the bound on how often a fault loses messages, where nothing was lost that had to survive; else empty. */
    private static String bound(List<VerificationByRun> verifications) {
        return LossBound.of(verifications.stream()
                        .map(VerificationByRun::verification)
                        .toList())
                .map(bound -> "; " + bound.perCut())
                .orElse("");
    }

    private static String lost(List<VerificationByRun> verifications) {
        long acked = 0;
        long harmed = 0;
        for (VerificationByRun by : verifications) {
            var seen = by.verification().evidence().orElseThrow().accounting();
            acked += seen.acked();
            harmed += seen.lost() + seen.corrupted();
        }
        return Formats.count(harmed) + " of " + Formats.count(acked) + " acknowledged messages"
                + (verifications.size() == 1 ? "" : " of " + verifications.size() + " verifications");
    }

    /** Lists the runs, newest first; other runs have their day. */
    private static String by(List<VerificationByRun> verifications, String runId) {
        return verifications.reversed().stream()
                .map(by -> by.run().equals(runId)
                        ? "this run"
                        : "run " + by.run() + " of "
                                + InstantText.day(by.verification().startedAt()))
                .distinct()
                .collect(Collectors.joining(" and "));
    }
}
