package dev.assay.report.page;

import dev.assay.core.proof.Accounting;
import dev.assay.core.proof.Evidence;
import dev.assay.core.proof.Evidence.Service;
import dev.assay.core.proof.ProofOutcome;
import dev.assay.core.proof.ProofRecord;
import dev.assay.core.result.Verdict.Grade;
import dev.assay.report.figure.Figures;
import dev.assay.report.figure.SystemText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The proofs of a run as the matrix system × level × fault, in the order in which they ran. */
public record ProofTable(List<Row> rows) {
    /** What stands where there is no figure. */
    public static final String NONE = "–";

    /**
     * One proof.
     *
     * @param grade how loud to be about it
     * @param silence longest time without an acknowledgement, with its unit
     * @param recovery from the fault to the cluster being ready again, with its unit
     * @param facts further figures and circumstances, each with its unit
     */
    public record Row(
            ProofRecord proof,
            Grade grade,
            String system,
            String acked,
            String lost,
            String silence,
            String recovery,
            List<TrialSection.Fact> facts) {
        /** The mark before the row, for eyes that do not tell its colour. */
        public String mark() {
            return flagged() ? Headline.mark(grade) : proof.outcome().mark();
        }

        /** Whether it held, but is of another level than the one asked for. */
        public boolean flagged() {
            return proof.outcome() == ProofOutcome.HOLDS && proof.flag().isPresent();
        }

        /** Whether acknowledged messages are gone although the level claims otherwise. */
        public boolean broken() {
            return proof.outcome() == ProofOutcome.BROKEN;
        }

        /** What marks it among others of its cell; empty where nothing does. */
        public String note() {
            List<String> notes = new ArrayList<>();
            if (proof.control()) {
                notes.add("control");
            }
            proof.dimensions()
                    .forEach((path, value) -> notes.add(path.substring(path.lastIndexOf('.') + 1) + " " + value));
            if (proof.level() != proof.durability().asked() && proof.flag().isEmpty()) {
                notes.add("asked for " + proof.durability().asked());
            }
            if (proof.repetition() > 1) {
                notes.add("repetition " + proof.repetition());
            }
            return String.join(", ", notes);
        }
    }

    /** The table of these proofs. */
    public static ProofTable of(List<ProofRecord> proofs) {
        return new ProofTable(proofs.stream().map(ProofTable::row).toList());
    }

    /** How loud to be about an outcome. */
    public static Grade grade(ProofOutcome outcome) {
        return switch (outcome) {
            case HOLDS -> Grade.VALID;
            case REFUSED, INCONCLUSIVE -> Grade.DEGRADED;
            case BROKEN -> Grade.INVALID;
        };
    }

    private static Row row(ProofRecord proof) {
        String system = SystemText.name(proof.system());
        boolean doubted = proof.outcome() == ProofOutcome.HOLDS && proof.flag().isPresent();
        Grade grade = doubted ? Grade.DEGRADED : grade(proof.outcome());
        if (proof.evidence().isEmpty()) {
            return new Row(proof, grade, system, NONE, NONE, NONE, NONE, List.of());
        }
        Evidence evidence = proof.evidence().get();
        return new Row(
                proof,
                grade,
                system,
                Figures.count(evidence.accounting().acked()),
                Figures.count(evidence.accounting().lost()),
                silence(evidence.service()),
                seconds(evidence.service().recoveryNanos()),
                facts(proof, evidence));
    }

    private static String silence(Service service) {
        String length = service.silenceNanos() == 0
                ? "< " + seconds(2 * service.resolutionNanos())
                : seconds(service.silenceNanos());
        return service.served() ? length : length + ", to the end";
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }

    private static List<TrialSection.Fact> facts(ProofRecord proof, Evidence evidence) {
        List<TrialSection.Fact> facts = new ArrayList<>(account(evidence.accounting()));
        Service service = evidence.service();
        facts.add(fact(
                "Hit",
                String.join(", ", evidence.cut().nodes()) + " at "
                        + Figures.instant(evidence.cut().at())));
        facts.add(
                fact("Load before the fault", seconds(evidence.cut().loadNanos()) + ", the age of the oldest message"));
        facts.add(fact(
                "At the fault",
                Figures.count(evidence.cut().ackedBefore()) + " acknowledged, "
                        + Figures.count(evidence.cut().inFlight()) + " in flight, last news of an acknowledgement "
                        + Math.round(evidence.cut().sinceAckNanos() / 1e6) + " ms before"));
        facts.add(fact("Held", seconds(service.heldNanos()) + " before it was undone"));
        facts.add(fact(
                "Longest wait",
                service.longestWaitNanos() == 0
                        ? "no message was acknowledged from the fault on"
                        : seconds(service.longestWaitNanos()) + ", of a message acknowledged from the fault on"));
        evidence.cut().details().forEach((name, value) -> facts.add(fact(name, value)));
        facts.add(fact("Seed", Long.toString(proof.seed())));
        return facts;
    }

    private static List<TrialSection.Fact> account(Accounting seen) {
        return List.of(
                fact("Sent", messages(seen.sent())),
                fact("Acknowledged", messages(seen.acked())),
                fact("Survived", messages(seen.survived())),
                fact("Lost", messages(seen.lost())),
                fact("Duplicated", messages(seen.duplicated())),
                fact("Reordered", messages(seen.reordered())),
                fact("Corrupted", messages(seen.corrupted())),
                fact("Unexpected", messages(seen.unexpected())),
                fact("Failed", messages(seen.failed())),
                fact("Unknown", messages(seen.unknown())),
                fact("Recovered", messages(seen.recovered()) + " unacknowledged, but there"));
    }

    private static String messages(long count) {
        return Figures.counted(count, "message");
    }

    private static TrialSection.Fact fact(String name, String value) {
        return new TrialSection.Fact(name, value);
    }
}
