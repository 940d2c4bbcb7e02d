package dev.assay.scenario;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.spec.MessageKeying;
import dev.assay.model.spec.MessageSize;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.spec.Repeat;
import dev.assay.model.spec.Warmup;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Values that may be written with keys of their own, as in {@code { kind: random, count: 5000 }}, as the text that says the same. */
final class KeysAsText {
    private static final Map<Class<?>, String> EXAMPLES = Map.of(
            MessageKeying.class, "{ kind: random, count: 5000 }",
            PayloadFill.class, "{ random: 0.5, pool: 1000 }",
            MessageSize.class, "{ p50: 1 KB, p99: 64 KB }",
            Warmup.class, "{ at-least: 10 s, at-most: 2 min }",
            Repeat.class, "{ at-least: 3, at-most: 15, until: 5 %, of: response.p99 }",
            LoadProfile.class, SearchKeys.EXAMPLE);

    private KeysAsText() {}

    /** The text in the place of the keys; the tree itself where the type has none or they are not all known. */
    static Tree of(Class<?> type, Tree tree) {
        if (!(tree instanceof Mapping keys) || !keys.entries().stream().allMatch(KeysAsText::isSingle)) {
            return tree;
        }
        return text(type, keys)
                .<Tree>map(text -> new Scalar(keys.span(), text, false))
                .orElse(tree);
    }

    /** How such keys look; empty where a type has none. */
    static Optional<String> example(Class<?> type) {
        return Optional.ofNullable(EXAMPLES.get(type));
    }

    private static Optional<String> text(Class<?> type, Mapping keys) {
        if (type == MessageKeying.class && onlyHas(keys, List.of("kind", "count", "skew"))) {
            return Optional.of(value(keys, "", "kind").orElse("random")
                    + value(keys, " of ", "count").orElse("")
                    + value(keys, ", skew ", "skew").orElse(""));
        }
        if (type == PayloadFill.class && onlyHas(keys, List.of("random", "pool"))) {
            return Optional.of("random" + value(keys, " ", "random").orElse("")
                    + value(keys, ", pool ", "pool").orElse(""));
        }
        if (type == PayloadFill.class && onlyHas(keys, List.of("file"))) {
            return value(keys, "file ", "file");
        }
        if (type == Warmup.class) {
            return onlyHas(keys, List.of("at-least", "at-most"))
                            && keys.entries().size() == 2
                    ? Optional.of(value(keys, "", "at-least").orElseThrow()
                            + value(keys, " to ", "at-most").orElseThrow())
                    : Optional.empty();
        }
        if (type == Repeat.class) {
            return onlyHas(keys, List.of("at-least", "at-most", "until", "of"))
                            && keys.keys().containsAll(List.of("at-least", "at-most", "until"))
                    ? Optional.of(value(keys, "", "at-least").orElseThrow()
                            + value(keys, " to ", "at-most").orElseThrow()
                            + value(keys, " until ", "of").orElse(" until " + Repeat.USUAL_STATISTIC)
                            + value(keys, " within ", "until").orElseThrow())
                    : Optional.empty();
        }
        if (type == MessageSize.class && !keys.entries().isEmpty()) {
            boolean quantiles = keys.find("p50").isPresent() && keys.find("p99").isPresent();
            return quantiles && onlyHas(keys, List.of("p50", "p99"))
                    ? Optional.of(value(keys, "p50 ", "p50").orElseThrow()
                            + value(keys, ", p99 ", "p99").orElseThrow())
                    : weights(keys);
        }
        return Optional.empty();
    }

    private static Optional<String> weights(Mapping keys) {
        if (keys.keys().stream().anyMatch(key -> key.startsWith("p"))) {
            return Optional.empty();
        }
        return Optional.of(keys.entries().stream()
                .map(entry -> entry.key() + " x " + ((Scalar) entry.value()).text())
                .collect(Collectors.joining(", ")));
    }

    private static boolean isSingle(Entry entry) {
        return entry.value() instanceof Scalar scalar && !scalar.absent();
    }

    private static boolean onlyHas(Mapping keys, List<String> known) {
        return known.containsAll(keys.keys());
    }

    private static Optional<String> value(Mapping keys, String before, String name) {
        return keys.find(name).map(entry -> before + ((Scalar) entry.value()).text());
    }
}
