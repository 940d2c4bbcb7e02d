package dev.assay.scenario;

import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.PeakSearch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the section {@code scale} of a study: what has to be found of a machine, and how cells follow it. */
final class ScaleReader {
    private static final String SCALE = "scale";

    private final ProblemLog log;
    private final StudyTree study;

    ScaleReader(ProblemLog log, StudyTree study) {
        this.log = log;
        this.study = study;
    }

    /** The rules for this machine; nothing where the study has none. */
    @Nullable
    StudyScaling read(MachineScale scale) {
        StudyTree section = study.below(SCALE, "'scale'");
        if (section == null) {
            return null;
        }
        section.only("says", "peaks", "together", "partition-per-core", "search", "lengths", "scenario", "of-peak");
        section.entries("lengths");
        section.entries("scenario");
        List<PeakSearch> peaks = section.entries("peaks").stream()
                .map(this::peak)
                .filter(Objects::nonNull)
                .toList();
        if (section.value("search") == null || peaks.isEmpty()) {
            section.problem(section.mapping(), "'scale' needs 'peaks', and 'search' that says how to find them");
        }
        return new StudyScaling(
                section,
                peaks,
                together(section, peaks),
                numbers(section, "partition-per-core", "systems with the cores that servers had there"),
                numbers(section, "of-peak", "tests with the part of the peak that they offer at most"),
                scale);
    }

    private static Map<String, Double> numbers(StudyTree section, String key, String takes) {
        Map<String, Double> numbers = new HashMap<>();
        for (Entry entry : section.entries(key)) {
            Double number = entry.value() instanceof Scalar scalar ? section.number(scalar) : null;
            if (number != null && number > 0) {
                numbers.put(entry.key(), number);
            } else {
                section.problem(entry.value(), "'%s' takes %s".formatted(key, takes));
            }
        }
        return numbers;
    }

    private @Nullable PeakSearch peak(Entry entry) {
        StudyTree keys = StudyTree.of(entry.value(), "a peak", log);
        String cell =
                keys == null ? null : keys.only("cell", "published", "fraction").required("cell");
        if (keys == null || cell == null) {
            return null;
        }
        String system = system(cell);
        if (system == null) {
            log.add(
                    entry.value().span(),
                    "there is no cell '" + cell + "' with a system, for the peak '" + entry.key() + "'",
                    "a cell is named as TEST/CELL");
            return null;
        }
        try {
            return new PeakSearch(
                    entry.key(),
                    cell,
                    system,
                    Optional.ofNullable(keys.number("published")),
                    Optional.ofNullable(keys.number("fraction")));
        } catch (IllegalArgumentException e) {
            keys.problem(entry.value(), String.valueOf(e.getMessage()));
            return null;
        }
    }

    private @Nullable String system(String cell) {
        String[] parts = cell.split("/", 2);
        if (parts.length < 2) {
            return null;
        }
        Tree found = study.mapping();
        for (String key : List.of("tests", parts[0], "cells", parts[1], "system")) {
            found = found instanceof Mapping keys ? keys.value(key) : null;
        }
        return found instanceof Scalar scalar ? scalar.text() : null;
    }

    private List<List<String>> together(StudyTree section, List<PeakSearch> peaks) {
        List<String> names = peaks.stream().map(PeakSearch::name).toList();
        List<List<String>> groups = new ArrayList<>();
        for (Tree item : section.items("together")) {
            List<Tree> members = item instanceof Sequence list ? list.items() : List.of(item);
            List<String> group = new ArrayList<>();
            for (Tree member : members) {
                if (member instanceof Scalar scalar && names.contains(scalar.text())) {
                    group.add(scalar.text());
                } else {
                    section.problem(member, "'together' takes lists of peaks: " + String.join(", ", names));
                }
            }
            groups.add(List.copyOf(group));
        }
        return List.copyOf(groups);
    }
}
