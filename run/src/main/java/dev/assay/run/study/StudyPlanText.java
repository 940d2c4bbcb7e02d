package dev.assay.run.study;

import dev.assay.analysis.study.ClaimForecast;
import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.Repeatability;
import dev.assay.model.display.Figure;
import dev.assay.model.display.VisibleText;
import dev.assay.model.unit.DurationText;
import dev.assay.scenario.study.PeakSearch;
import dev.assay.scenario.study.ScaledLoad;
import dev.assay.scenario.study.Study.StudyTest;
import dev.assay.scenario.study.StudyPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

public final class StudyPlanText {
    private StudyPlanText() {}

    public static List<String> lines(StudyPlan plan) {
        return lines(plan, Optional.empty(), Optional.empty());
    }

    /**
     * Describes the cells test by test, which of them share a trial, and what is not run and why; then the duration of all, and which
     * claims can be decided.
     *
     * @param repeatability of the machine
     * @param calibration of the machine
     */
    public static List<String> lines(
            StudyPlan plan, Optional<Repeatability> repeatability, Optional<Calibration> calibration) {
        List<String> lines = new ArrayList<>();
        lines.add(plan.study().name() + ": " + plan.study().title());
        plan.study().scale().ifPresent(scale -> {
            lines.add(
                    "scaled to this machine: each load is the same fraction of the peak as published, or the fraction that the study gives, of the slower of the compared systems");
            plan.study().peaks().stream()
                    .filter(peak -> scale.peaks().containsKey(peak.name()))
                    .map(peak -> peak(peak, scale.peaks().getOrDefault(peak.name(), 0.0)))
                    .forEach(lines::add);
        });
        plan.study().tests().forEach(test -> lines.addAll(ofTest(test, plan)));
        lines.add("");
        long cells = plan.entries().stream()
                .map(entry -> entry.cell().id())
                .distinct()
                .count();
        long missing = plan.entries().stream()
                .filter(entry -> entry.missing().isPresent())
                .count();
        lines.add("%d cells, %d trials in each of %s, on %d clusters per block"
                .formatted(cells, plan.trials().size(), plan.study().repeat().blocks(), plan.clusters()));
        if (missing > 0) {
            lines.add("%d variants of cells are not testable here, for the reasons above".formatted(missing));
        }
        lines.add("about %s in total, including cluster startup and drain"
                .formatted(DurationText.ofRun(plan.duration())));
        lines.add("%d claims are judged by them".formatted(plan.study().claims().size()));
        List<ClaimForecast> claims = ClaimForecast.of(plan, repeatability, calibration);
        claims.forEach(claim -> lines.add("  %-8s %s".formatted(claim.claim().id(), text(claim))));
        if (!claims.isEmpty()
                && plan.trials().stream().anyMatch(trial -> trial.spec().onServersOfOthers())) {
            lines.add("what effects can be told on servers that Assay does not start is not known");
        } else if (!claims.isEmpty()) {
            lines.add(
                    repeatability
                            .map(measured -> "told: in nine of ten cases, by the scatter of " + measured.system()
                                    + " on this machine (" + measured.run() + "); other loads scatter otherwise")
                            .orElse(
                                    "what effects can be told on this machine is not known: 'assay run a-a --keep-as repeatability' finds out how far it repeats itself"));
        }
        return lines.stream().map(VisibleText::line).toList();
    }

    private static String text(ClaimForecast claim) {
        if (claim.cannot().isPresent()) {
            return "cannot be decided here, because " + claim.cannot().get();
        }
        String resolution = claim.smallest().isEmpty()
                ? ""
                : "; tells what is %.2f times its bound"
                        .formatted(claim.smallest().getAsDouble());
        String published = claim.published() == 0
                ? ""
                : ", which %d of %d are as published".formatted(claim.within(), claim.published());
        return "about %s in %d blocks, %d comparison%s%s%s"
                .formatted(
                        DurationText.ofRun(claim.duration()),
                        claim.blocks(),
                        claim.legs(),
                        claim.legs() == 1 ? "" : "s",
                        resolution,
                        published);
    }

    private static List<String> ofTest(StudyTest test, StudyPlan plan) {
        List<String> lines = new ArrayList<>(List.of("", test.name() + ": " + test.says()));
        test.machine()
                .forEach((metric, published) -> lines.add("  %s, by the calibration of this machine; %s"
                        .formatted(
                                metric,
                                published
                                        .map(value ->
                                                "%s %s published".formatted(Figure.of("%,.0f", value), metric.unit()))
                                        .orElse("none published"))));
        plan.entries().stream()
                .filter(entry -> entry.cell().test().equals(test.name()))
                .map(StudyPlanText::line)
                .forEach(lines::add);
        return lines;
    }

    private static String peak(PeakSearch peak, double measured) {
        return "  peak %-20s %,.0f msg/s here, %s (%s)"
                .formatted(
                        peak.name(),
                        measured,
                        peak.published()
                                .map(published -> "%s published: a factor of %.2g"
                                        .formatted(Figure.of("%,.0f", published), measured / published))
                                .orElseGet(() -> "none published: at most %.2g of it is offered"
                                        .formatted(peak.fraction().orElseThrow())),
                        peak.cell());
    }

    private static String line(StudyPlan.Entry entry) {
        String name = "  %-34s %-14s ".formatted(entry.cell().name(), entry.variant());
        if (entry.missing().isPresent()) {
            return name + "not testable here: " + entry.missing().get().code() + ": "
                    + entry.missing().get().reason();
        }
        StudyPlan.Key ownKey = new StudyPlan.Key(entry.cell().id(), entry.variant());
        return entry.trial()
                .filter(key -> !key.equals(ownKey))
                .map(key -> name + "the trial of " + key.cell() + ", " + key.variant())
                .orElseGet(() -> name + load(entry));
    }

    private static String load(StudyPlan.Entry entry) {
        return entry.cell().variants().entrySet().stream()
                .filter(variant -> variant.getKey().equals(entry.variant()))
                .map(variant -> variant.getValue().spec())
                .map(spec -> "%s, %s, %d partitions, %s%s"
                        .formatted(
                                spec.system().system(),
                                spec.durability().named(),
                                spec.workload().partitions(),
                                spec.search().isPresent()
                                        ? "search for the highest rate"
                                        : spec.workload().rate().toString(),
                                (spec.onServersOfOthers()
                                                ? spec.system().disks().wanted()
                                                : spec.system().disks().describe())
                                        .map(disks -> ", " + disks)
                                        .orElse("")))
                .findFirst()
                .map(load -> load
                        + entry.cell()
                                .scaled()
                                .map(ScaledLoad::text)
                                .filter(text -> !text.isEmpty())
                                .map(text -> "; " + text)
                                .orElse(""))
                .orElse("");
    }
}
