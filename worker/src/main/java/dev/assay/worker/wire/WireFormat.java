package dev.assay.worker.wire;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.Nulls;
import dev.assay.model.delivery.DeliveryReports;
import dev.assay.model.delivery.SequenceSet;
import dev.assay.model.display.LongText;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.PackedHistogram;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MutableConfigOverride;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.type.LogicalType;
import tools.jackson.dataformat.cbor.CBORFactory;
import tools.jackson.dataformat.cbor.CBORMapper;

/**
 * Encodes records as they travel: CBOR, each component under its name, so that a new component needs nothing here. A sealed
 * interface is named by the simple name of the record, one of those that it permits. The bytes come from a stranger: they
 * must be such a record to the last component and no more; their depth and texts are bounded here, their length by gRPC.
 */
public final class WireFormat {
    /** An interval's histograms are 6 deep. */
    private static final int MAX_DEPTH = 32;

    /** A file of payload is the longest text. */
    private static final int MAX_TEXT = 1 << 21;

    private static final CBORMapper MAPPER = CBORMapper.builder(CBORFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(MAX_TEXT)
                            .build())
                    .build())
            .addModule(new SimpleModule()
                    .addSerializer(Metric.class, new MetricWriter())
                    .addDeserializer(Metric.class, new MetricReader())
                    .addSerializer(Histogram.class, new HistogramWriter())
                    .addDeserializer(Histogram.class, new HistogramReader())
                    .addSerializer(SequenceSet.class, new EmptySetWriter())
                    .addDeserializer(SequenceSet.class, new EmptySetReader()))
            // Only the components of records are sent, whatever other getters they have.
            .changeDefaultVisibility(of -> of.withFieldVisibility(Visibility.ANY)
                    .withGetterVisibility(Visibility.NONE)
                    .withIsGetterVisibility(Visibility.NONE))
            .changeDefaultNullHandling(of -> of.withContentNulls(Nulls.FAIL))
            // Tens of thousands of them may be in one message.
            .withConfigOverride(DeliveryReports.class, WireFormat::withoutNames)
            .withConfigOverride(DeliveryReports.Word.class, WireFormat::withoutNames)
            .withConfigOverride(DeliveryReports.Frontier.class, WireFormat::withoutNames)
            .withCoercionConfig(
                    LogicalType.Textual,
                    of -> of.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .enable(
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private WireFormat() {}

    private static void withoutNames(MutableConfigOverride of) {
        of.setFormat(JsonFormat.Value.forShape(JsonFormat.Shape.ARRAY));
    }

    /** Encodes the record, of which {@link #decode} makes an equal one; except that sequence sets are empty. */
    public static byte[] encode(Object record) {
        return MAPPER.writeValueAsBytes(record);
    }

    /**
     * @param type the record's, or a sealed interface of records
     * @throws IllegalArgumentException when they hold no such record, lack a component or have one more, or hold an impossible
     *     value
     */
    public static <T> T decode(byte[] bytes, Class<T> type) {
        try {
            T record = MAPPER.readValue(bytes, type);
            if (record == null) {
                throw new IllegalArgumentException(refusal(type, "there is none"));
            }
            return record;
        } catch (JacksonException e) {
            // A record refuses values with a message of its own.
            String what = e.getCause() instanceof IllegalArgumentException refused
                    ? String.valueOf(refused.getMessage())
                    : e.getOriginalMessage();
            throw new IllegalArgumentException(refusal(type, what), e);
        }
    }

    private static String refusal(Class<?> type, String what) {
        return "expected a record " + type.getSimpleName() + ", but " + LongText.truncate(what);
    }

    private static final class MetricWriter extends StdSerializer<Metric> {
        MetricWriter() {
            super(Metric.class);
        }

        @Override
        public void serialize(Metric metric, JsonGenerator out, SerializationContext context) {
            out.writeString(metric.name());
        }
    }

    private static final class MetricReader extends StdDeserializer<Metric> {
        MetricReader() {
            super(Metric.class);
        }

        @Override
        public Metric deserialize(JsonParser in, DeserializationContext context) {
            String name = in.getString();
            return Metrics.named(name)
                    .orElseThrow(() -> new IllegalArgumentException("a worker sent an unknown metric: " + name));
        }
    }

    /**
     * Writes histograms as HdrHistogram packs them. A message has one at most, that of the hiccups: others travel in a
     * {@link PackedInterval}.
     */
    private static final class HistogramWriter extends StdSerializer<Histogram> {
        HistogramWriter() {
            super(Histogram.class);
        }

        @Override
        public void serialize(Histogram histogram, JsonGenerator out, SerializationContext context) {
            ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
            int length = histogram.encodeIntoCompressedByteBuffer(buffer);
            out.writeBinary(buffer.array(), 0, length);
        }
    }

    private static final class HistogramReader extends StdDeserializer<Histogram> {
        HistogramReader() {
            super(Histogram.class);
        }

        @Override
        public Histogram deserialize(JsonParser in, DeserializationContext context) {
            try {
                byte[] packed = in.getBinaryValue();
                long _ = PackedHistogram.unpackedBytes(packed); // Refuses what no worker records.
                return PackedHistogram.unpack(packed);
            } catch (DataFormatException e) {
                throw new IllegalArgumentException("a worker sent a histogram that can't be read", e);
            }
        }
    }

    /** Writes empty sets, as sets may be far larger than a message: what they hold travels as {@link LedgerPart.Chunk chunks}. */
    private static final class EmptySetWriter extends StdSerializer<SequenceSet> {
        EmptySetWriter() {
            super(SequenceSet.class);
        }

        @Override
        public void serialize(SequenceSet set, JsonGenerator out, SerializationContext context) {
            out.writeBinary(new byte[0]);
        }
    }

    private static final class EmptySetReader extends StdDeserializer<SequenceSet> {
        EmptySetReader() {
            super(SequenceSet.class);
        }

        @Override
        public SequenceSet deserialize(JsonParser in, DeserializationContext context) {
            if (in.getBinaryValue().length > 0) {
                throw new IllegalArgumentException("a sequence set travels in chunks");
            }
            return new SequenceSet();
        }
    }
}
