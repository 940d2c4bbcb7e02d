package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Checks that everybody can distinguish the colours of lines. Dichromacy after Machado, Oliveira and Fernandes, "A Physiologically-based
 * Model for Simulation of Color Vision Deficiency", 2009, severity 1.0; differences in Oklab (Ottosson 2020), in which 0.02 is just
 * noticeable.
 */
class PaletteTest {
    private static final double MIN_DIFFERENCE = 0.08;
    private static final double[][] NORMAL = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    private static final double[][] PROTANOPIA = {
        {0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}
    };
    private static final double[][] DEUTERANOPIA = {
        {0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}
    };
    private static final double[][] TRITANOPIA = {
        {1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}
    };

    @Test
    void theLinesOfAChartDifferForEveryEye() throws IOException {
        for (List<String> palette : palettes()) {
            assertThat(palette).hasSize(8);
            for (double[][] eye : List.of(NORMAL, PROTANOPIA, DEUTERANOPIA, TRITANOPIA)) {
                for (int i = 0; i < palette.size(); i++) {
                    for (int j = 0; j < i; j++) {
                        assertThat(difference(palette.get(i), palette.get(j), eye))
                                .as(palette.get(i) + " " + palette.get(j))
                                .isGreaterThan(MIN_DIFFERENCE);
                    }
                }
            }
        }
    }

    @Test
    void theShadesOfASystemsColourDifferForEveryEye() throws IOException {
        List<List<List<String>>> shades = shades();
        assertThat(shades).hasSize(2);
        for (int palette = 0; palette < 2; palette++) {
            for (int colour = 0; colour < 8; colour++) {
                List<String> own = new ArrayList<>(shades.get(palette).get(colour));
                own.add(palettes().get(palette).get(colour));
                assertThat(own).hasSize(4);
                for (double[][] eye : List.of(NORMAL, PROTANOPIA, DEUTERANOPIA, TRITANOPIA)) {
                    for (int i = 0; i < own.size(); i++) {
                        for (int j = 0; j < i; j++) {
                            assertThat(difference(own.get(i), own.get(j), eye))
                                    .as(own.get(i) + " " + own.get(j))
                                    .isGreaterThan(MIN_DIFFERENCE);
                        }
                    }
                }
            }
        }
    }

    /** Returns, for both palettes, the three other shades of each colour. */
    private static List<List<List<String>>> shades() throws IOException {
        return Pattern.compile("shades: \\[(.*?)\\n    \\]", Pattern.DOTALL)
                .matcher(text("theme.js"))
                .results()
                .map(match -> Pattern.compile("\\[([^\\]]*)\\]")
                        .matcher(match.group(1))
                        .results()
                        .map(colours ->
                                List.of(colours.group(1).replace("'", "").split(",\\s*")))
                        .toList())
                .toList();
    }

    @Test
    void theColoursOfAHeatMapGetDarkerOrBrighterStepByStepForEveryEye() throws IOException {
        List<List<String>> ramps = listed("heat");
        assertThat(ramps).hasSize(2);
        assertThat(blocks(text("report.css"), "--heat-0"))
                .containsExactly(ramps.getFirst(), ramps.getLast(), ramps.getFirst());
        for (List<String> ramp : ramps) {
            double direction = ramp.equals(ramps.getFirst()) ? -1 : 1;
            for (double[][] eye : List.of(NORMAL, PROTANOPIA, DEUTERANOPIA, TRITANOPIA)) {
                for (int i = 1; i < ramp.size(); i++) {
                    assertThat(direction * (lightness(ramp.get(i), eye) - lightness(ramp.get(i - 1), eye)))
                            .as(ramp.get(i - 1) + " " + ramp.get(i))
                            .isGreaterThan(MIN_DIFFERENCE);
                }
            }
        }
    }

    private static double lightness(String colour, double[][] eye) {
        return oklab(times(eye, linear(colour)))[0];
    }

    private static List<List<String>> palettes() throws IOException {
        return listed("lines");
    }

    private static List<List<String>> listed(String name) throws IOException {
        return Pattern.compile(name + ": \\[([^\\]]*)\\]")
                .matcher(text("theme.js"))
                .results()
                .map(match -> List.of(match.group(1).replace("'", "").split(",\\s*")))
                .toList();
    }

    private static List<List<String>> blocks(String style, String first) {
        List<List<String>> blocks = new ArrayList<>();
        Pattern.compile(first + ": [^\\n}]*")
                .matcher(style)
                .results()
                .map(MatchResult::group)
                .forEach(block -> blocks.add(Pattern.compile("#[0-9a-f]{6}")
                        .matcher(block)
                        .results()
                        .map(MatchResult::group)
                        .toList()));
        return blocks;
    }

    private static double difference(String one, String other, double[][] eye) {
        double[] a = oklab(times(eye, linear(one)));
        double[] b = oklab(times(eye, linear(other)));
        return Math.sqrt(
                IntStream.range(0, 3).mapToDouble(i -> Math.pow(a[i] - b[i], 2)).sum());
    }

    private static double[] linear(String colour) {
        return IntStream.of(1, 3, 5)
                .mapToDouble(at -> Integer.parseInt(colour.substring(at, at + 2), 16) / 255.0)
                .map(value -> value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4))
                .toArray();
    }

    private static double[] times(double[][] matrix, double[] vector) {
        return java.util.Arrays.stream(matrix)
                .mapToDouble(row -> IntStream.range(0, 3)
                        .mapToDouble(i -> row[i] * vector[i])
                        .sum())
                .map(value -> Math.clamp(value, 0, 1))
                .toArray();
    }

    private static double[] oklab(double[] rgb) {
        double[][] toCones = {
            {0.4122214708, 0.5363325363, 0.0514459929},
            {0.2119034982, 0.6806995451, 0.1073969566},
            {0.0883024619, 0.2817188376, 0.6299787005}
        };
        double[][] toLab = {
            {0.2104542553, 0.7936177850, -0.0040720468},
            {1.9779984951, -2.4285922050, 0.4505937099},
            {0.0259040371, 0.7827717662, -0.8086757660}
        };
        double[] cones = DoubleStream.of(times(toCones, rgb)).map(Math::cbrt).toArray();
        return IntStream.range(0, 3)
                .mapToDouble(row -> IntStream.range(0, 3)
                        .mapToDouble(i -> toLab[row][i] * cones[i])
                        .sum())
                .toArray();
    }

    private static String text(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(PaletteTest.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
