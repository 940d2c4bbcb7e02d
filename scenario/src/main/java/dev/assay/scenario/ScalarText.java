package dev.assay.scenario;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.spec.EnoughBlocks;
import dev.assay.model.spec.FailCondition;
import dev.assay.model.spec.FaultChoice;
import dev.assay.model.spec.FaultChoices;
import dev.assay.model.spec.FolderPaths;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.MessageKeying;
import dev.assay.model.spec.MessageSize;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.spec.PhaseRate;
import dev.assay.model.spec.Repeat;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.spec.Warmup;
import dev.assay.model.study.Untestable;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.DurationText;
import dev.assay.model.unit.Fraction;
import dev.assay.model.unit.Rate;
import dev.assay.scenario.claim.CellName;
import dev.assay.scenario.claim.Confounder;
import dev.assay.scenario.claim.Statement.Operand;
import dev.assay.scenario.fleet.PodQuantity;
import dev.assay.scenario.fleet.PortRange;
import dev.assay.scenario.fleet.SshDestination;
import dev.assay.scenario.study.PublishedUnit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

public final class ScalarText {
    /** Matches texts of whole numbers; JSON Schema understands this regular expression as well. */
    public static final String WHOLE_PATTERN = "^[-+]?(0|[1-9][0-9_]*)$";

    private static final Pattern WHOLE = Pattern.compile(WHOLE_PATTERN);
    private static final Pattern DECIMAL = Pattern.compile("[-+]?[0-9][0-9_]*(\\.[0-9]+)?([eE][-+]?[0-9]{1,3})?");

    private ScalarText() {}

    /** Returns the names of an enum's constants in a scenario, such as {@code level-1}. */
    public static List<String> names(Class<?> enumType) {
        return Arrays.stream(enumType.getEnumConstants())
                .map(ScalarText::format)
                .toList();
    }

    /** Returns the text of a value; {@link #parse} reads the same value from it. */
    static String format(Object value) {
        return switch (value) {
            case Duration duration -> DurationText.format(duration);
            case Untestable code -> code.name();
            case Confounder letter -> letter.name();
            case PublishedUnit unit -> unit.symbol();
            case Enum<?> constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
            case Double number -> new BigDecimal(number.toString()).toPlainString();
            default -> value.toString();
        };
    }

    /**
     * Reads a value of a type.
     *
     * @throws IllegalArgumentException when the text is no value of it; the message says what was expected
     */
    static Object parse(Class<?> type, String text) {
        if (type.isEnum()) {
            return constant(type, text);
        }
        return switch (type.getName()) {
            case "java.lang.String" -> text;
            case "int", "java.lang.Integer" -> (int) whole(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "long" -> whole(text, Long.MIN_VALUE, Long.MAX_VALUE);
            case "double", "java.lang.Double" -> decimal(text);
            case "boolean" -> truth(text);
            case "java.time.Duration" -> DurationText.parse(text);
            default -> quantity(type, text);
        };
    }

    private static final Map<Class<?>, Function<String, ?>> QUANTITIES = Map.ofEntries(
            Map.entry(Rate.class, Rate::parse),
            Map.entry(LatencyStatistic.class, LatencyStatistic::parse),
            Map.entry(FailCondition.class, FailCondition::parse),
            Map.entry(ByteSize.class, ByteSize::parse),
            Map.entry(CellName.class, CellName::of),
            Map.entry(Operand.class, Operand::parse),
            Map.entry(PortRange.class, PortRange::parse),
            Map.entry(PodQuantity.class, PodQuantity::new),
            Map.entry(SshDestination.class, SshDestination::new),
            Map.entry(FolderPaths.class, FolderPaths::parse),
            Map.entry(Fraction.class, Fraction::parse),
            Map.entry(EnoughBlocks.class, EnoughBlocks::parse),
            Map.entry(FaultChoices.class, FaultChoices::parse),
            Map.entry(FaultChoice.class, FaultChoice::parse),
            Map.entry(LoadProfile.class, LoadProfile::parse),
            Map.entry(PhaseRate.class, PhaseRate::parse),
            Map.entry(MessageSize.class, MessageSize::parse),
            Map.entry(PayloadFill.class, PayloadFill::parse),
            Map.entry(MessageKeying.class, MessageKeying::parse),
            Map.entry(InFlight.class, InFlight::parse),
            Map.entry(Repeat.class, Repeat::parse),
            Map.entry(Warmup.class, Warmup::parse),
            Map.entry(ResultStatistics.class, ResultStatistics::parse));

    /** Tells whether a record is one value in a scenario, and not several keys. */
    static boolean reads(Class<?> record) {
        return QUANTITIES.containsKey(record);
    }

    private static Object quantity(Class<?> type, String text) {
        Function<String, ?> reader = QUANTITIES.get(type);
        if (reader == null) {
            throw new IllegalStateException("no scenario key can have the type " + type);
        }
        return reader.apply(text);
    }

    private static Object constant(Class<?> type, String text) {
        List<String> names = names(type);
        int index = names.indexOf(text);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "expected one of " + String.join(", ", names) + ", but found '" + text + "'");
        }
        return type.getEnumConstants()[index];
    }

    private static long whole(String text, long min, long max) {
        if (!WHOLE.matcher(text).matches()) {
            throw new IllegalArgumentException("expected a whole number like 3 or 10_000, but found '" + text + "'");
        }
        BigInteger number = new BigInteger(text.replace("_", ""));
        if (number.compareTo(BigInteger.valueOf(min)) < 0 || number.compareTo(BigInteger.valueOf(max)) > 0) {
            throw new IllegalArgumentException(
                    "expected a whole number between " + min + " and " + max + ", but found '" + text + "'");
        }
        return number.longValue();
    }

    private static double decimal(String text) {
        double number = DECIMAL.matcher(text).matches() ? Double.parseDouble(text.replace("_", "")) : Double.NaN;
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException("expected a number like 0.5, but found '" + text + "'");
        }
        return number;
    }

    private static boolean truth(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("expected true or false, but found '" + text + "'");
        };
    }
}
