package dev.assay.report;

import dev.assay.analysis.comparison.RunSeries;
import dev.assay.analysis.comparison.RunSeries.OfRun;
import dev.assay.analysis.comparison.RunSeries.Value;
import dev.assay.model.display.SpreadsheetCell;
import dev.assay.model.display.VisibleText;
import dev.assay.model.result.Interval;
import dev.assay.model.result.SystemIdentity;
import dev.assay.report.text.ComparisonText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Writes the values of runs for other programs: a line for each run, condition and statistic, in stable columns. Unknown values are empty.
 * No field has a comma, a quote or a line break, so that programs without a CSV parser can read it.
 */
public final class RunSeriesCsv {
    private static final String HEAD =
            "time,run,system,version,client,fingerprint,condition,statistic,unit,value,low,high,n,failed,trials,why\n";

    /** Limits digits to 12, since more would only be rounding errors of logarithms. */
    private static final MathContext DIGITS = new MathContext(12);

    private RunSeriesCsv() {}

    /** Returns the lines, the names of the columns first. */
    public static String of(List<RunSeries> all) {
        return all.stream()
                .flatMap(series -> series.runs().stream()
                        .flatMap(run -> run.values().stream().map(value -> line(series.condition(), run, value))))
                .collect(Collectors.joining("", HEAD, ""));
    }

    private static String line(String condition, OfRun run, Value value) {
        return Stream.of(
                        // Seconds are whole, since some programs take no fractions.
                        text(run.startedAt().replaceFirst("\\.\\d+Z$", "Z")),
                        text(run.run()),
                        of(run, SystemIdentity::system),
                        of(run, SystemIdentity::serverVersion),
                        of(run, SystemIdentity::client),
                        run.fingerprint(),
                        text(condition),
                        text(value.statistic()),
                        value.counted().statistic().unit().symbol(),
                        number(value.shown().typical().stream()),
                        end(value, Interval::low),
                        end(value, Interval::high),
                        String.valueOf(value.counted().n()),
                        String.valueOf(value.counted().failed()),
                        String.valueOf(value.trials()),
                        value.withoutWord() ? text(ComparisonText.leftOut(value.leftOut())) : "")
                .collect(Collectors.joining(",", "", "\n"));
    }

    private static String of(OfRun run, Function<SystemIdentity, String> fact) {
        return text(run.system().map(fact).orElse(""));
    }

    private static String text(String text) {
        return SpreadsheetCell.of(VisibleText.of(text).replaceAll("[,\"\\s&&[^ ]]", ";"));
    }

    private static String end(Value value, ToDoubleFunction<Interval> of) {
        return number(value.shown().interval().stream().mapToDouble(of));
    }

    /** Writes a number without an exponent; empty where there is none or it is not finite, such as the end of an open interval. */
    private static String number(DoubleStream value) {
        return value.filter(Double::isFinite)
                .mapToObj(known ->
                        new BigDecimal(known, DIGITS).stripTrailingZeros().toPlainString())
                .collect(Collectors.joining());
    }
}
