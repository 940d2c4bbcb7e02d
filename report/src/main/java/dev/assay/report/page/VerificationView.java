package dev.assay.report.page;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.spec.KeyNames;
import dev.assay.model.unit.InstantText;
import dev.assay.model.verification.Accounting;
import dev.assay.model.verification.LossBound;
import dev.assay.model.verification.VerificationEvidence;
import dev.assay.model.verification.VerificationEvidence.Service;
import dev.assay.model.verification.VerificationOutcome;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.report.text.Formats;
import dev.assay.report.text.SystemText;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Fact;
import dev.assay.report.view.Block.Facts;
import dev.assay.report.view.Block.Finding;
import dev.assay.report.view.Block.Fold;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Shows the verifications of a run as the matrix system × level × fault, in the order in which they ran. */
public final class VerificationView {
    private static final String NONE = "–";

    private VerificationView() {}

    /** Returns the matrix as a section; none without verifications. */
    public static List<Block> of(List<VerificationRecord> verifications) {
        if (verifications.isEmpty()) {
            return List.of();
        }
        return List.of(Section.of(
                "verifications",
                "Durability, verified by fault injection",
                List.of(Table.of(
                        "verifications",
                        "Verifications of durability, system by level by fault",
                        List.of(
                                Column.words("System"),
                                Column.words("Level"),
                                Column.words("Fault"),
                                Column.words("Claimed"),
                                Column.number("Acked"),
                                Column.number("Lost"),
                                Column.number("No service"),
                                Column.number("Back")),
                        verifications.stream()
                                .map(verification -> row(verification, verifications))
                                .toList(),
                        List.of(
                                verifications.stream()
                                        .map(verification ->
                                                verification.durability().namedLabel())
                                        .distinct()
                                        .sorted()
                                        .collect(Collectors.joining(", ", "Levels: ", ".")),
                                "Each row: a fresh cluster, the fault while messages are in flight,"
                                        + " and a new consumer that reads to the system's own ends.",
                                "acked, lost: messages; missing: not read, and not known to be lost. no service: longest time after the fault"
                                        + " without an acknowledgement (±0.2 s). back: from the fault to"
                                        + " the cluster being ready again.")))));
    }

    /** Returns the grade that gives an outcome its colour. */
    public static Grade grade(VerificationOutcome outcome) {
        return switch (outcome) {
            case HOLDS -> Grade.VALID;
            case REFUSED, INCONCLUSIVE -> Grade.DEGRADED;
            case FAILS -> Grade.INVALID;
        };
    }

    private static Row row(VerificationRecord verification, List<VerificationRecord> all) {
        boolean doubted = verification.outcome() == VerificationOutcome.HOLDS
                && verification.flag().isPresent();
        Grade grade = doubted ? Grade.DEGRADED : grade(verification.outcome());
        String note = note(verification);
        List<Block> below = new ArrayList<>();
        verification.flag().ifPresent(flag -> below.add(Text.caveat(flag)));
        below.add(new Finding(
                Optional.of(grade),
                verification.word() + (note.isEmpty() ? "" : " (" + note + ")"),
                verification.reason() + bound(verification, all)));
        Optional<VerificationEvidence> evidence = verification.evidence();
        evidence.ifPresent(seen -> below.add(new Section(
                "",
                "All statistics of this verification",
                Fold.PAGE_FOLDED,
                List.of(new Facts(facts(verification, seen))))));
        return new Row(
                Optional.of(grade),
                doubted ? grade.mark() : verification.outcome().mark(),
                List.of(
                        Cell.of(SystemText.name(verification.system())),
                        Cell.of(
                                verification.durability().label(),
                                verification
                                        .durability()
                                        .given()
                                        .map(DurabilityLevel::words)
                                        .orElse("")),
                        Cell.of(
                                verification.plan().fault().toString(),
                                verification.plan().fault().meaning()),
                        Cell.of(verification.plan().claim().promise().words()),
                        Cell.of(evidence.map(
                                        seen -> Formats.count(seen.accounting().acked()))
                                .orElse(NONE)),
                        Cell.of(evidence.isPresent() ? lost(verification) : NONE),
                        Cell.of(evidence.map(seen -> silence(seen.service())).orElse(NONE)),
                        Cell.of(evidence.map(seen -> seconds(seen.service().recoveryNanos()))
                                .orElse(NONE))),
                below);
    }

    /** Returns the bound given by all repetitions together, where the claim holds; else empty. */
    private static String bound(VerificationRecord verification, List<VerificationRecord> all) {
        return verification.held()
                ? LossBound.of(verification, all)
                        .map(bound -> "; " + bound.text())
                        .orElse("")
                : "";
    }

    private static String lost(VerificationRecord verification) {
        return verification.missing() > 0
                ? Formats.count(verification.missing()) + " missing"
                : Formats.count(verification.lost());
    }

    /** Returns how the verification differs from others of its cell; empty where it does not. */
    private static String note(VerificationRecord verification) {
        List<String> notes = new ArrayList<>();
        if (verification.plan().control()) {
            notes.add("control");
        }
        Map<String, String> dimensions = verification.identity().dimensions();
        KeyNames names = KeyNames.of(dimensions.keySet());
        dimensions.forEach((key, value) -> notes.add(names.name(key) + " " + KeyNames.value(key, value)));
        if (verification.level() != verification.durability().asked()
                && verification.flag().isEmpty()) {
            notes.add("requested " + verification.durability().asked().named());
        }
        if (verification.identity().repetition() > 1) {
            notes.add("repetition " + verification.identity().repetition());
        }
        return String.join(", ", notes);
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

    private static List<Fact> facts(VerificationRecord verification, VerificationEvidence evidence) {
        Accounting seen = evidence.accounting();
        Service service = evidence.service();
        List<Fact> facts = new ArrayList<>(List.of(
                new Fact("Sent", messages(seen.sent())),
                new Fact("Acknowledged", messages(seen.acked())),
                new Fact("Survived", messages(seen.survived())),
                new Fact(verification.missing() > 0 ? "Missing" : "Lost", messages(seen.lost())),
                new Fact("Duplicated", messages(seen.duplicated())),
                new Fact("Reordered", messages(seen.reordered())),
                new Fact("Corrupted", messages(seen.corrupted())),
                new Fact("Unexpected", messages(seen.unexpected())),
                new Fact("Failed", messages(seen.failed())),
                new Fact("Unknown", messages(seen.unknown())),
                new Fact("Recovered", messages(seen.recovered()) + " unacknowledged, but stored"),
                new Fact(
                        "Hit",
                        String.join(", ", evidence.moment().nodes()) + " at "
                                + InstantText.of(evidence.moment().at())),
                new Fact(
                        "Load before the fault",
                        seconds(evidence.moment().loadNanos()) + ", the age of the oldest message"),
                new Fact(
                        "At the fault",
                        Formats.count(evidence.moment().ackedBefore()) + " acknowledged, "
                                + Formats.count(evidence.moment().inFlight())
                                + " in flight, last known acknowledgement "
                                + Math.round(evidence.moment().sinceAckNanos() / 1e6) + " ms before"),
                new Fact("Lasted", seconds(service.heldNanos()) + " before the system was brought back"),
                new Fact(
                        "Longest wait",
                        service.longestWaitNanos() == 0
                                ? "no message was acknowledged after the fault"
                                : seconds(service.longestWaitNanos())
                                        + ", of a message acknowledged after the fault")));
        evidence.moment().details().forEach((name, value) -> facts.add(new Fact(name, value)));
        facts.add(new Fact("Seed", Long.toString(verification.plan().seed())));
        return facts;
    }

    private static String messages(long count) {
        return Formats.counted(count, "message");
    }
}
