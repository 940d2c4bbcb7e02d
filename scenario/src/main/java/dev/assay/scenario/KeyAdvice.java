package dev.assay.scenario;

import dev.assay.model.display.NearestNames;
import dev.assay.model.spec.KeyPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

final class KeyAdvice {
    private static final Map<String, String> RENAMED = Map.of(
            "alike",
            "auto",
            "fresh",
            "per-trial",
            "heal",
            "recover",
            "legs",
            "conditions",
            "fit",
            "scale",
            "figures",
            "values",
            "share",
            "fraction");

    /** Maps former names of keys to their present ones, by path; {@code *} stands for the name of any entry. */
    private static final Map<String, String> FORMER_KEYS = Map.of(
            "sweep", "it is now called variants, and has only named variants; write a list at its key",
            "workload.readers", "it is now called groups; in it, begin is now start-at, and hold is now start-paused",
            "workload.groups.*.begin", "it is now called start-at",
            "workload.groups.*.hold", "it is now called start-paused");

    private KeyAdvice() {}

    /** Returns the present name of a renamed word; empty for others. */
    static String renamed(String word) {
        String now = RENAMED.get(word);
        return now == null ? "" : "'" + word + "' is now called '" + now + "'. ";
    }

    /** Returns the present name of a key, if it is one of these names. */
    static String renamed(String key, List<String> names) {
        return names.contains(RENAMED.getOrDefault(key, "")) ? renamed(key) : "";
    }

    /** Returns the name of a place in messages, such as {@code workload.message}, or {@code the scenario}. */
    static String place(KeyPath path, SchemaNode node) {
        if (!path.equals(KeyPath.TOP)) {
            return path.toString();
        }
        return node instanceof SchemaNode.Keys keys ? "the " + keys.title() : "the file";
    }

    static String unknown(KeyPath path, SchemaNode node, String name) {
        return node instanceof SchemaNode.BySystem
                ? "there is no system called '" + name + "'"
                : place(path, node) + " has no key '" + name + "'";
    }

    /** Says what an unknown name may have meant, and lists the known ones. */
    static String known(SchemaNode file, KeyPath path, SchemaNode node, String name) {
        return known(file, path, node, name, elsewhere -> true);
    }

    /** Says what an unknown name may have meant, and offers only reachable keys from elsewhere in the file. */
    static String known(SchemaNode file, KeyPath path, SchemaNode node, String name, Predicate<String> reachable) {
        boolean system = node instanceof SchemaNode.BySystem;
        String kind = system ? "known systems: " : "keys of " + place(path, node) + ": ";
        List<String> names = new ArrayList<>(node.names());
        if (node == SchemaNode.FILE) {
            names.add(ScenarioReader.VARIANTS);
        }
        String former = FORMER_KEYS.get(path.to(name).toString().replaceFirst("^(workload\\.groups)\\.[^.]+", "$1.*"));
        if (former != null) {
            return former;
        }
        KeyRoute route = KeyRoute.of(node, path, name);
        if (route.complete() && route.steps().size() > 1) {
            String keys = route.steps().stream().map(KeyRoute.Step::name).collect(Collectors.joining(": { "));
            return "nest the keys: " + keys + ": ..."
                    + " }".repeat(route.steps().size() - 1);
        }
        String question = renamed(name, names) + NearestNames.question(name, names);
        if (question.isEmpty()) {
            List<String> elsewhere = new ArrayList<>();
            findElsewhere(file, KeyPath.TOP, name, elsewhere);
            elsewhere.removeIf(reachable.negate());
            question = elsewhere.isEmpty() ? "" : "did you mean " + String.join(" or ", elsewhere) + "? ";
        }
        return question
                + kind
                + String.join(", ", names)
                + (system ? "; one that comes from elsewhere needs --plugin JAR" : "");
    }

    private static void findElsewhere(SchemaNode node, KeyPath path, String name, List<String> paths) {
        for (String key : node.names()) {
            if (key.equals(name)) {
                paths.add(path.to(key).toString());
            }
            findElsewhere(node.below(key), path.to(key), name, paths);
        }
    }
}
