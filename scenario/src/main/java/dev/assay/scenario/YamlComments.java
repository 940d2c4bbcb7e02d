package dev.assay.scenario;

import java.util.BitSet;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.scanner.ScannerImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.tokens.ScalarToken;

public final class YamlComments {
    private YamlComments() {}

    /**
     * Returns the text without comments; lines with nothing else are left out. In a text that is no YAML, everything from the first
     * {@code #} of a line is removed.
     */
    public static String removed(String text) {
        BitSet scalars = scalars(text);
        StringBuilder out = new StringBuilder();
        int begin = 0;
        for (String line : text.stripTrailing().split("\n", -1)) {
            int[] points = line.codePoints().toArray();
            int end = 0;
            while (end < points.length && (points[end] != '#' || scalars.get(begin + end))) {
                end++;
            }
            String left = new String(points, 0, end);
            if (end == points.length || !left.isBlank()) {
                out.append(end == points.length ? left : left.stripTrailing()).append('\n');
            }
            begin += points.length + 1;
        }
        return out.toString();
    }

    /** Returns where scalars are, by code point, in which {@code #} begins no comment; empty for a text that is no YAML. */
    private static BitSet scalars(String text) {
        BitSet scalars = new BitSet();
        try {
            LoadSettings settings = LoadSettings.builder().build();
            ScannerImpl scanner = new ScannerImpl(settings, new StreamReader(settings, text));
            while (scanner.hasNext()) {
                if (scanner.next() instanceof ScalarToken scalar) {
                    scalars.set(index(scalar.getStartMark()), index(scalar.getEndMark()));
                }
            }
            return scalars;
        } catch (YamlEngineException _) {
            return new BitSet();
        }
    }

    private static int index(Optional<Mark> mark) {
        return mark.orElseThrow().getIndex();
    }
}
