package dev.assay.host.file;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.Nulls;
import dev.assay.model.display.LongText;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.Fault;
import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.PackedHistogram;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.DurationText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.introspect.VisibilityChecker;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Writes records as JSON: components in their order, enums by the names that people read, quantities with their units.
 * The components of a record decide what is written, so a new component needs nothing here.
 */
public final class RecordJson {
    /** Is many times what a plan of ten thousand trials takes. As a tree each takes up to 60 bytes. */
    private static final long MAX_TOKENS = 1 << 21;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxTokenCount(MAX_TOKENS)
                            .build())
                    .build())
            .addModule(texts())
            .changeDefaultVisibility(RecordJson::onlyComponents)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
            .defaultPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")))
            .build();

    private static final ObjectWriter ONE_LINE = MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT);

    private RecordJson() {}

    /** Returns the record in one line, of which {@link #record(String, Class)} makes an equal one. */
    public static String text(Record record) {
        return ONE_LINE.writeValueAsString(record);
    }

    public static String line(Object value) {
        return ONE_LINE.writeValueAsString(value);
    }

    /** @throws IllegalArgumentException when the text is no such record, lacks a component, or holds an impossible value */
    public static <T extends Record> T record(String text, Class<T> type) {
        try {
            T record = MAPPER.readValue(text, type);
            if (record == null) {
                throw new IllegalArgumentException(
                        "expected a " + type.getSimpleName() + " as JSON, but it is " + LongText.truncate(text));
            }
            return record;
        } catch (JacksonException e) {
            String place = text.indexOf('\n') < 0 || e.getLocation() == null
                    ? ""
                    : "line " + e.getLocation().getLineNr() + ": ";
            throw new IllegalArgumentException(
                    place + "expected a " + type.getSimpleName() + " as JSON, but " + e.getOriginalMessage(), e);
        }
    }

    /** Tells whether JSON says exactly what the record says. */
    public static boolean isOf(String text, Record record) {
        return tree(text.getBytes(StandardCharsets.UTF_8)).equals(tree(bytes(record)));
    }

    /** Makes a record visible by its components alone, whatever other getters it has. */
    public static VisibilityChecker onlyComponents(VisibilityChecker usual) {
        return usual.withFieldVisibility(Visibility.ANY)
                .withGetterVisibility(Visibility.NONE)
                .withIsGetterVisibility(Visibility.NONE);
    }

    public static SimpleModule texts() {
        SimpleModule module = new SimpleModule();
        text(module, ByteSize.class, ByteSize::toString, ByteSize::parse);
        text(module, Duration.class, DurationText::format, DurationText::parse);
        text(module, Path.class, Path::toString, Path::of);
        text(module, ResultStatistics.class, ResultStatistics::toString, ResultStatistics::parse);
        text(module, Histogram.class, PackedHistogram::text, PackedHistogram::ofText);
        names(module, DurabilityLevel.values(), DurabilityLevel::toString);
        names(module, Fault.values(), Fault::toString);
        names(module, LatencyMetric.values(), LatencyMetric::tag);
        names(module, FailedOperation.values(), FailedOperation::code);
        names(module, FailureClass.values(), FailureClass::code);
        return module;
    }

    private static <T> void text(
            SimpleModule module, Class<T> type, Function<T, String> text, Function<String, T> parse) {
        module.addSerializer(type, new TextWriter<>(type, text)).addDeserializer(type, new TextReader<>(type, parse));
    }

    private static <E extends Enum<E>> void names(SimpleModule module, E[] values, Function<E, String> name) {
        text(module, values[0].getDeclaringClass(), name, text -> {
            for (E value : values) {
                if (name.apply(value).equals(text)) {
                    return value;
                }
            }
            throw new IllegalArgumentException(
                    "it is not one of " + Arrays.stream(values).map(name).toList());
        });
    }

    public static ObjectNode tree(Object record) {
        return (ObjectNode) MAPPER.<JsonNode>valueToTree(record);
    }

    /** Returns the record as the text of a file, in UTF-8. */
    public static byte[] bytes(Object record) {
        return (MAPPER.writeValueAsString(record) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** @throws JacksonException when it is no JSON */
    public static JsonNode tree(byte[] text) {
        return MAPPER.readTree(text);
    }

    /**
     * Returns the record that a tree holds; null where it holds null.
     *
     * @throws JacksonException when it is no such record, lacks a component, or holds an impossible value
     */
    public static <T> @Nullable T record(JsonNode tree, Class<T> type) {
        return MAPPER.treeToValue(tree, type);
    }

    private static final class TextWriter<T> extends StdSerializer<T> {
        private final Function<T, String> text;

        TextWriter(Class<T> type, Function<T, String> text) {
            super(type);
            this.text = text;
        }

        @Override
        public void serialize(T value, JsonGenerator generator, SerializationContext context) {
            generator.writeString(text.apply(value));
        }
    }

    private static final class TextReader<T> extends StdDeserializer<T> {
        private final Function<String, T> parse;

        TextReader(Class<T> type, Function<String, T> parse) {
            super(type);
            this.parse = parse;
        }

        @Override
        public T deserialize(JsonParser parser, DeserializationContext context) {
            String text = parser.getString();
            try {
                return parse.apply(text);
            } catch (IllegalArgumentException e) {
                throw context.weirdStringException(text, handledType(), String.valueOf(e.getMessage()));
            }
        }
    }
}
