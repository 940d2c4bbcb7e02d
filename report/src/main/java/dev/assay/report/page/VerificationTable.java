package dev.assay.report.page;

import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.verification.Accounting;
import dev.assay.model.verification.VerificationEvidence;
import dev.assay.model.verification.VerificationEvidence.Service;
import dev.assay.model.verification.VerificationOutcome;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.report.figure.Formats;
import dev.assay.report.figure.SystemText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The verifications of a run as the matrix system × level × fault, in the order in which they ran. */
public record VerificationTable(List<Row> rows) {
    /** What stands where there is no figure. */
    public static final String NONE = "–";

    /**
     * One verification.
     *
     * @param grade how loud to be about it
     * @param silence longest time without an acknowledgement, with its unit
     * @param recovery from the fault to the cluster being ready again, with its unit
     * @param facts further figures and circumstances, each with its unit
     */
    public record Row(
            VerificationRecord verification,
            Grade grade,
            String system,
            String acked,
            String lost,
            String silence,
            String recovery,
            List<TrialSection.Fact> facts) {
        /** The mark before the row, for eyes that do not tell its colour. */
        public String mark() {
            return flagged() ? Headline.mark(grade) : verification.outcome().mark();
        }

        /** Whether it held, but is of another level than the one asked for. */
        public boolean flagged() {
            return verification.outcome() == VerificationOutcome.HOLDS
                    && verification.flag().isPresent();
        }

        /** Whether acknowledged messages are gone although the level claims otherwise. */
        public boolean fails() {
            return verification.outcome() == VerificationOutcome.FAILS;
        }

        /** What marks it among others of its cell; empty where nothing does. */
        public String note() {
            List<String> notes = new ArrayList<>();
            if (verification.control()) {
                notes.add("control");
            }
            verification
                    .dimensions()
                    .forEach((path, value) -> notes.add(path.substring(path.lastIndexOf('.') + 1) + " " + value));
            if (verification.level() != verification.durability().asked()
                    && verification.flag().isEmpty()) {
                notes.add("asked for " + verification.durability().asked());
            }
            if (verification.repetition() > 1) {
                notes.add("repetition " + verification.repetition());
            }
            return String.join(", ", notes);
        }
    }

    /** The table of these verifications. */
    public static VerificationTable of(List<VerificationRecord> verifications) {
        return new VerificationTable(
                verifications.stream().map(VerificationTable::row).toList());
    }

    /** How loud to be about an outcome. */
    public static Grade grade(VerificationOutcome outcome) {
        return switch (outcome) {
            case HOLDS -> Grade.VALID;
            case REFUSED, INCONCLUSIVE -> Grade.DEGRADED;
            case FAILS -> Grade.INVALID;
        };
    }

    private static Row row(VerificationRecord verification) {
        String system = SystemText.name(verification.system());
        boolean doubted = verification.outcome() == VerificationOutcome.HOLDS
                && verification.flag().isPresent();
        Grade grade = doubted ? Grade.DEGRADED : grade(verification.outcome());
        if (verification.evidence().isEmpty()) {
            return new Row(verification, grade, system, NONE, NONE, NONE, NONE, List.of());
        }
        VerificationEvidence evidence = verification.evidence().get();
        return new Row(
                verification,
                grade,
                system,
                Formats.count(evidence.accounting().acked()),
                Formats.count(evidence.accounting().lost()),
                silence(evidence.service()),
                seconds(evidence.service().recoveryNanos()),
                facts(verification, evidence));
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

    private static List<TrialSection.Fact> facts(VerificationRecord verification, VerificationEvidence evidence) {
        List<TrialSection.Fact> facts = new ArrayList<>(account(evidence.accounting()));
        Service service = evidence.service();
        facts.add(fact(
                "Hit",
                String.join(", ", evidence.moment().nodes()) + " at "
                        + Formats.instant(evidence.moment().at())));
        facts.add(fact(
                "Load before the fault", seconds(evidence.moment().loadNanos()) + ", the age of the oldest message"));
        facts.add(fact(
                "At the fault",
                Formats.count(evidence.moment().ackedBefore()) + " acknowledged, "
                        + Formats.count(evidence.moment().inFlight()) + " in flight, last known acknowledgement "
                        + Math.round(evidence.moment().sinceAckNanos() / 1e6) + " ms before"));
        facts.add(fact("Lasted", seconds(service.heldNanos()) + " before the system was brought back"));
        facts.add(fact(
                "Longest wait",
                service.longestWaitNanos() == 0
                        ? "no message was acknowledged after the fault"
                        : seconds(service.longestWaitNanos()) + ", of a message acknowledged after the fault"));
        evidence.moment().details().forEach((name, value) -> facts.add(fact(name, value)));
        facts.add(fact("Seed", Long.toString(verification.seed())));
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
                fact("Recovered", messages(seen.recovered()) + " unacknowledged, but stored"));
    }

    private static String messages(long count) {
        return Formats.counted(count, "message");
    }

    private static TrialSection.Fact fact(String name, String value) {
        return new TrialSection.Fact(name, value);
    }
}
