package dev.assay.analysis.verdict;

import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.result.TrialRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Describes the failures in some phases of a trial: class, code, n and first message of the most frequent kinds. */
final class FailureText {
    private static final int MAX_NAMED = 3;

    private final List<Kind> kinds;

    private record Kind(FailureCount of, long n) {}

    private FailureText(List<Kind> kinds) {
        this.kinds = kinds;
    }

    static FailureText ofSends(TrialRecord trial, Predicate<String> phases) {
        return of(trial, phases, count -> count.operation() == FailedOperation.SEND);
    }

    static FailureText ofConsumers(TrialRecord trial, Predicate<String> phases) {
        return of(trial, phases, count -> count.operation() != FailedOperation.SEND && count.isFailure());
    }

    private static FailureText of(TrialRecord trial, Predicate<String> phases, Predicate<FailureCount> which) {
        List<Kind> kinds = new ArrayList<>();
        for (FailureCount count : trial.failures()) {
            long n = count.phases().entrySet().stream()
                    .filter(phase -> phases.test(phase.getKey()))
                    .mapToLong(phase -> phase.getValue())
                    .sum();
            if (n > 0 && which.test(count)) {
                kinds.add(new Kind(count, n));
            }
        }
        kinds.sort(Comparator.comparingLong(Kind::n).reversed());
        return new FailureText(kinds);
    }

    long n() {
        return kinds.stream().mapToLong(Kind::n).sum();
    }

    Optional<String> action() {
        return kinds.stream().findFirst().map(most -> most.of().kind().action());
    }

    private String sentence() {
        List<String> parts = new ArrayList<>();
        for (Kind one : kinds.subList(0, Math.min(MAX_NAMED, kinds.size()))) {
            parts.add("%s, %s (n = %s): \"%s\""
                    .formatted(
                            one.of().kind().words(),
                            one.of().code(),
                            ValueText.count(one.n()),
                            one.of().message()));
        }
        List<Kind> rest = kinds.subList(parts.size(), kinds.size());
        if (!rest.isEmpty()) {
            parts.add("%s of %d other kinds"
                    .formatted(ValueText.count(rest.stream().mapToLong(Kind::n).sum()), rest.size()));
        }
        return String.join("; ", parts);
    }

    String after() {
        return kinds.isEmpty() ? "" : ": " + sentence();
    }
}
