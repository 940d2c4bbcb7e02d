package dev.assay.scenario.plan;

import dev.assay.model.spec.KeyNames;
import dev.assay.model.spec.KeyPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

final class TrialLabels {
    private static final int LONGEST = 80;
    private static final int HASH_DIGITS = 8;

    private TrialLabels() {}

    /** Returns the labels of the points, in their order, such as {@code memory-partitions=6}. */
    static List<String> of(List<TrialPoint> points) {
        List<String> plain = points.stream().map(TrialLabels::plain).toList();
        Map<String, Long> uses = plain.stream().collect(Collectors.groupingBy(label -> label, Collectors.counting()));
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < plain.size(); i++) {
            String label = plain.get(i);
            boolean clear = label.length() <= LONGEST && uses.getOrDefault(label, 0L) == 1;
            labels.add(clear ? label : hashed(label, points.get(i)));
        }
        return labels;
    }

    private static String plain(TrialPoint point) {
        KeyNames names = KeyNames.of(
                point.dimensions().keySet().stream().map(KeyPath::toString).toList());
        StringBuilder label = new StringBuilder(point.system());
        point.dimensions()
                .forEach((path, value) -> label.append('-').append(safe(names.name(path.toString()) + "=" + value)));
        return label.toString();
    }

    /** Returns the label cut to length, with a hash of all dimensions at its end. */
    private static String hashed(String label, TrialPoint point) {
        String digits =
                "%016x".formatted(Seeds.hash(point.dimensions().toString())).substring(0, HASH_DIGITS);
        int end = Math.min(label.length(), LONGEST - HASH_DIGITS - 1);
        return label.substring(0, end) + "-" + digits;
    }

    private static String safe(String text) {
        return text.replace(" ", "").replaceAll("[^A-Za-z0-9._=+-]", "_");
    }
}
