package dev.assay.core.scenario.text;

import dev.assay.core.scenario.KeyPath;
import java.util.ArrayList;
import java.util.List;

/** Words about keys that more than one reader of the scenario needs. */
final class KeyAdvice {
    private KeyAdvice() {}

    /** How messages call a place, such as {@code workload.message}. */
    static String place(KeyPath path) {
        return path.equals(KeyPath.TOP) ? "the scenario" : path.toString();
    }

    /** What is wrong with a name that a shape does not know. */
    static String unknown(KeyPath path, Shape shape, String name) {
        return shape instanceof Shape.BySystem
                ? "there is no system called '" + name + "'"
                : place(path) + " has no key '" + name + "'";
    }

    /** What a name that the shape does not know may have meant, and all that it knows. */
    static String known(KeyPath path, Shape shape, String name) {
        String kind = shape instanceof Shape.BySystem ? "known systems: " : "keys of " + place(path) + ": ";
        String question = NearestNames.question(name, shape.names());
        if (question.isEmpty()) {
            List<String> elsewhere = new ArrayList<>();
            findElsewhere(Format.FILE, KeyPath.TOP, name, elsewhere);
            question = elsewhere.isEmpty() ? "" : "did you mean " + String.join(" or ", elsewhere) + "? ";
        }
        return question + kind + String.join(", ", shape.names());
    }

    private static void findElsewhere(Shape shape, KeyPath path, String name, List<String> found) {
        for (String key : shape.names()) {
            if (key.equals(name)) {
                found.add(path.to(key).toString());
            }
            findElsewhere(shape.below(key), path.to(key), name, found);
        }
    }
}
