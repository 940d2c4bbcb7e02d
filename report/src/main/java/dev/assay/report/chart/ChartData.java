package dev.assay.report.chart;

import dev.assay.model.display.VisibleText;
import dev.assay.report.chart.TrialCharts.Mark;
import dev.assay.report.chart.TrialCharts.Span;
import dev.assay.report.view.Chart;
import dev.assay.report.view.Chart.Pane;
import dev.assay.report.view.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** @param charts charts whose panes are named by {@link #pane} */
public record ChartData(List<TrialCharts> trials, TrialGroup comparison, List<Chart> charts) {
    private static final int SIGNIFICANT_DIGITS = 5;
    /** Limits the characters of a trial's JSON that is stored unpacked; longer texts are packed. */
    private static final int LONGEST_PLAIN = 8_000;

    private static final double LARGEST_EXACT = 1e15;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new SimpleModule()
                    .addSerializer(Values.class, new Rounded())
                    .addSerializer(String.class, new Visible())
                    .addSerializer(Double.TYPE, new RoundedOne())
                    .addSerializer(Double.class, new RoundedOne()))
            .build();

    private record OnPage(List<TrialOnPage> trials, TrialGroup comparison, Map<String, Pane> panes) {}

    /**
     * Holds the data of a trial's charts over time, which the script needs only once the trial is opened.
     *
     * @param lines the data where they are short; else null
     * @param packed the data as {@link PackedText}, where they are long; empty otherwise
     */
    private record TrialOnPage(
            String id,
            String label,
            String group,
            String system,
            int colour,
            String level,
            List<Span> phases,
            List<Mark> events,
            double end,
            List<Curve> curves,
            @Nullable Lines lines,
            String packed) {
        static TrialOnPage of(TrialCharts charts) {
            Lines lines = new Lines(charts.latencyTimes(), charts.seriesTimes(), charts.panels(), charts.heats());
            String json = MAPPER.writeValueAsString(lines);
            boolean packs = json.length() > LONGEST_PLAIN;
            return new TrialOnPage(
                    charts.id(),
                    charts.look().label(),
                    charts.look().group(),
                    charts.look().system(),
                    charts.look().colour(),
                    charts.level(),
                    charts.phases(),
                    charts.events(),
                    charts.end(),
                    charts.curves(),
                    packs ? null : lines,
                    packs ? PackedText.of(json) : "");
        }
    }

    private record Lines(Values latencyTimes, Values seriesTimes, List<Panel> panels, List<HeatChart> heats) {}

    /**
     * Returns the data as JSON that is safe inside an HTML script element: no {@code <} occurs in it, since JSON needs none outside of
     * strings and inside they are escaped. Values are rounded to five significant digits (series of machines and processes to four), more
     * than a chart can show; unknown ones are null. Long lines over time are packed.
     */
    public String json() {
        Map<String, Pane> panes = new LinkedHashMap<>();
        for (Chart chart : charts) {
            for (int index = 0; index < chart.panes().size(); index++) {
                panes.put(pane(chart, index), chart.panes().get(index));
            }
        }
        return MAPPER.writeValueAsString(
                        new OnPage(trials.stream().map(TrialOnPage::of).toList(), comparison, panes))
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    /**
     * Returns a record as JSON for the live page's script: values are rounded and control characters visible as in {@link #json()}, but
     * nothing is packed or escaped for HTML.
     */
    public static String json(Object shown) {
        return MAPPER.writeValueAsString(shown);
    }

    public static String pane(Chart chart, int index) {
        return chart.id() + "/" + index;
    }

    /** Rounds to {@code digits} significant digits; 0, huge values and those that are not finite stay as they are. */
    static double round(double value, int digits) {
        if (value == 0 || !(Math.abs(value) < LARGEST_EXACT)) {
            return value;
        }
        int whole = (int) Math.floor(Math.log10(Math.abs(value))) + 1;
        double scale = Math.pow(10, digits - whole);
        return Math.round(value * scale) / scale;
    }

    private static void write(double value, JsonGenerator json) {
        double rounded = round(value, SIGNIFICANT_DIGITS);
        if (!Double.isFinite(value)) {
            json.writeNull();
        } else if (rounded == Math.rint(rounded) && Math.abs(rounded) < LARGEST_EXACT) {
            json.writeNumber((long) rounded);
        } else {
            json.writeNumber(rounded);
        }
    }

    private static final class Rounded extends ValueSerializer<Values> {
        @Override
        public void serialize(Values values, JsonGenerator json, SerializationContext context) {
            json.writeStartArray();
            values.stream().forEach(value -> write(value, json));
            json.writeEndArray();
        }
    }

    /** Makes control characters visible, since charts draw texts unchanged, whatever the page around them does. */
    private static final class Visible extends ValueSerializer<String> {
        @Override
        public void serialize(String text, JsonGenerator json, SerializationContext context) {
            json.writeString(VisibleText.of(text));
        }
    }

    private static final class RoundedOne extends ValueSerializer<Double> {
        @Override
        public void serialize(Double value, JsonGenerator json, SerializationContext context) {
            write(value, json);
        }
    }
}
