package dev.assay.scenario;

import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import dev.assay.scenario.study.FitPeak;
import dev.assay.scenario.study.StudyFit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Reads the section {@code fit} of a study: what has to be found of a machine, and how cells follow it. */
final class FitReader {
    private static final String FIT = "fit";

    private final ProblemLog log;
    private final StudyTree study;

    FitReader(ProblemLog log, StudyTree study) {
        this.log = log;
        this.study = study;
    }

    /** The rules for this machine, and for none where nothing is known of one; empty where the study has none. */
    Optional<StudyScaling> read(Optional<StudyFit> fit) {
        Optional<StudyTree> rules = study.value(FIT).flatMap(tree -> StudyTree.of(tree, "'fit'", log));
        return rules.map(section -> {
            section.only("says", "peaks", "together", "partition-per-core", "search", "lengths");
            section.entries("lengths");
            List<FitPeak> peaks = section.entries("peaks").stream()
                    .flatMap(entry -> peak(entry).stream())
                    .toList();
            if (section.value("search").isEmpty() || peaks.isEmpty()) {
                section.problem(
                        section.mapping(), "'fit' needs 'peaks', and 'search' which says how they are searched");
            }
            return new StudyScaling(
                    section,
                    peaks,
                    together(section, peaks),
                    section.scalars("partition-per-core").stream()
                            .map(Scalar::text)
                            .toList(),
                    fit.orElse(StudyFit.NOTHING));
        });
    }

    private Optional<FitPeak> peak(Entry entry) {
        Optional<StudyTree> keys = StudyTree.of(entry.value(), "a peak", log);
        Optional<String> cell =
                keys.flatMap(found -> found.only("cell", "published", "fraction").required("cell"));
        if (cell.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> system = system(cell.get());
        if (system.isEmpty()) {
            log.add(
                    entry.value().span(),
                    "there is no cell '" + cell.get() + "' with a system, for the peak '" + entry.key() + "'",
                    "a cell is named as TEST/CELL");
            return Optional.empty();
        }
        try {
            return Optional.of(new FitPeak(
                    entry.key(),
                    cell.get(),
                    system.get(),
                    boxed(keys.get().number("published")),
                    boxed(keys.get().number("fraction"))));
        } catch (IllegalArgumentException e) {
            keys.get().problem(entry.value(), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private static Optional<Double> boxed(OptionalDouble number) {
        return number.isPresent() ? Optional.of(number.getAsDouble()) : Optional.empty();
    }

    private Optional<String> system(String cell) {
        List<String> parts = List.of(cell.split("/", 2));
        return parts.size() < 2
                ? Optional.empty()
                : below(study.mapping(), "tests")
                        .flatMap(tests -> below(tests, parts.get(0)))
                        .flatMap(test -> below(test, "cells"))
                        .flatMap(cells -> below(cells, parts.get(1)))
                        .flatMap(keys -> keys.find("system"))
                        .map(Entry::value)
                        .filter(Scalar.class::isInstance)
                        .map(value -> ((Scalar) value).text());
    }

    private static Optional<Mapping> below(Mapping tree, String key) {
        return tree.find(key)
                .map(Entry::value)
                .filter(Mapping.class::isInstance)
                .map(Mapping.class::cast);
    }

    private List<List<String>> together(StudyTree section, List<FitPeak> peaks) {
        List<String> names = peaks.stream().map(FitPeak::name).toList();
        List<List<String>> groups = new ArrayList<>();
        for (Tree item : section.items("together")) {
            List<Tree> members = item instanceof Sequence list ? list.items() : List.of(item);
            List<String> group = new ArrayList<>();
            for (Tree member : members) {
                if (member instanceof Scalar scalar && names.contains(scalar.text())) {
                    group.add(scalar.text());
                } else {
                    section.problem(member, "'together' has lists of peaks: " + String.join(", ", names));
                }
            }
            groups.add(List.copyOf(group));
        }
        return List.copyOf(groups);
    }
}
