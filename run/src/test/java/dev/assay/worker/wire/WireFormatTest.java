package dev.assay.worker.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.delivery.DeliveryReports;
import dev.assay.model.delivery.DeliveryReports.Frontier;
import dev.assay.model.delivery.DeliveryReports.Word;
import dev.assay.model.delivery.SequenceSet;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.spec.Workload;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.cbor.CBORMapper;

/** Everything that the coordinator and a worker send each other arrives as it was, and nothing else is taken for it. */
class WireFormatTest {
    private static final CBORMapper CBOR = new CBORMapper();
    private static final Event.Finished FINISHED = new Event.Finished(3, Optional.empty());

    static Stream<Class<?>> closed() {
        return Stream.of(Command.class, Event.class, LedgerPart.class);
    }

    static Stream<Class<?>> kinds() {
        return Stream.concat(
                closed().flatMap(type -> Arrays.stream(type.getPermittedSubclasses())),
                Stream.of(AssayBuild.class, WireProtocol.Greeting.class, WireProtocol.ClockReading.class));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyComponentOfEveryKindArrivesAsItWas(Class<?> kind) {
        Class<?> told =
                closed().filter(type -> type.isAssignableFrom(kind)).findFirst().orElse(kind);
        for (long seed = 0; seed < 50; seed++) {
            Object sent = new ArbitraryRecords(seed).of(kind);
            Object arrived = WireFormat.decode(WireFormat.encode(sent), told);
            assertThat(arrived)
                    .usingRecursiveComparison()
                    .withEqualsForType(Object::equals, Histogram.class)
                    .isEqualTo(sent);
        }
    }

    /** Otherwise the test above would pass for a component that is never sent. */
    @Test
    void everyComponentOfAWorkloadTakesSeveralValues() throws Exception {
        for (RecordComponent component : Workload.class.getRecordComponents()) {
            Set<Object> values = new HashSet<>();
            for (long seed = 0; seed < 100; seed++) {
                values.add(component.getAccessor().invoke(new ArbitraryRecords(seed).of(Workload.class)));
            }
            assertThat(values).as(component.getName()).hasSizeGreaterThan(1);
        }
    }

    /** A record that is named by its class can be of no other class, at any depth. */
    @ParameterizedTest
    @MethodSource("closed")
    void whatTravelsAreRecords(Class<?> type) {
        Set<Class<?>> seen = new HashSet<>();
        look(type, seen);
        assertThat(seen)
                .contains(type)
                .allSatisfy(each -> assertThat(each.isRecord()
                                || each.isEnum()
                                || each.isSealed()
                                || each == SequenceSet.class
                                || !each.getName().startsWith("dev.assay."))
                        .as("%s is a record, an enum or a sealed interface", each)
                        .isTrue());
    }

    private static void look(Type type, Set<Class<?>> seen) {
        if (type instanceof ParameterizedType generic) {
            Arrays.stream(generic.getActualTypeArguments()).forEach(argument -> look(argument, seen));
        } else if (type instanceof Class<?> plain && seen.add(plain) && plain != Metric.class) {
            if (plain.isRecord()) {
                Arrays.stream(plain.getRecordComponents()).forEach(one -> look(one.getGenericType(), seen));
            } else if (plain.isSealed()) {
                Arrays.stream(plain.getPermittedSubclasses()).forEach(one -> look(one, seen));
            }
        }
    }

    @Test
    void valuesOfAMachineArriveWithTheirLabels() {
        Event report = new Event.HostReport(
                -5,
                List.of(Metrics.HOST_PRESSURE.of(
                        Labels.of(Labels.RESOURCE, "io").with(Labels.STALL, "full"), 0.25)),
                List.of("no \"x\" é"));
        assertThat(WireFormat.decode(WireFormat.encode(report), Event.class)).isEqualTo(report);
    }

    @Test
    void deliveryReportsOfTheLastMessagesArrive() {
        Event told = new Event.Received(List.of(new DeliveryReports(
                3,
                7,
                List.of(new Word(0, -1), new Word(SequenceSet.LIMIT / Long.SIZE - 1, Long.MIN_VALUE)),
                List.of(new Frontier(5, 1L << 39)))));
        assertThat(WireFormat.decode(WireFormat.encode(told), Event.class)).isEqualTo(told);
    }

    @Test
    void asManyDeliveryReportsAsAreToldAtOnceFitIntoAnEvent() {
        Word longest = new Word(SequenceSet.LIMIT / Long.SIZE - 1, Long.MIN_VALUE);
        DeliveryReports deliveryReports =
                new DeliveryReports(1000, 100_000, Collections.nCopies(32_768, longest), List.of());
        assertThat(WireFormat.encode(new Event.Received(List.of(deliveryReports))))
                .hasSizeLessThan(WireProtocol.LARGEST_MESSAGE_BYTES);
    }

    /** Each of them would be a message of its own, and there are as many as producers. */
    @Test
    void deliveryReportsOfManyProducersTravelTogether() {
        Word word = new Word(SequenceSet.LIMIT / Long.SIZE - 1, Long.MIN_VALUE);
        List<DeliveryReports> reports = IntStream.range(0, 10_000)
                .mapToObj(producer ->
                        new DeliveryReports(99, producer, List.of(word), List.of(new Frontier(99_999, 1L << 39))))
                .toList();
        List<List<DeliveryReports>> messages = DeliveryReports.messages(reports);

        assertThat(messages).hasSize(2);
        assertThat(messages.stream().flatMap(List::stream)).containsExactlyElementsOf(reports);
        assertThat(messages)
                .allSatisfy(some -> assertThat(WireFormat.encode(new Event.Received(some)))
                        .hasSizeLessThan(WireProtocol.LARGEST_MESSAGE_BYTES));
        assertThat(DeliveryReports.messages(List.of())).isEmpty();
    }

    @Test
    void aLargeAssignmentWithTheLongestPayloadFileFitsIntoOneCommand() {
        PayloadFill longest =
                new PayloadFill(0, 0, "bodies.txt", List.of()).read("\u0001".repeat(PayloadFill.LONGEST_FILE_BYTES));
        Command open = new Command.OpenLoad(ArbitraryRecords.largeAssignment(), 0, true, true, true);
        byte[] bytes = WireFormat.encode(open);

        assertThat(bytes.length + WireFormat.encode(longest).length).isLessThan(WireProtocol.LARGEST_COMMAND_BYTES);
        assertThat(WireFormat.decode(bytes, Command.class)).isEqualTo(open);
        assertThat(WireFormat.decode(WireFormat.encode(longest), PayloadFill.class))
                .isEqualTo(longest);
    }

    private static byte[] finished(Consumer<ObjectNode> change) {
        ObjectNode tree = (ObjectNode) CBOR.readTree(WireFormat.encode(FINISHED));
        change.accept((ObjectNode) tree.get("Finished"));
        return CBOR.writeValueAsBytes(tree);
    }

    private static void assertRefused(byte[] bytes, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WireFormat.decode(bytes, Event.class))
                .withMessageStartingWith("expected a record Event, but ")
                .withMessageContaining(why);
    }

    @Test
    void aRecordMustHaveItsComponentsAndNoMore() {
        assertRefused(finished(one -> one.remove("violations")), "Missing creator property 'violations'");
        assertRefused(finished(one -> one.putNull("violations")), "null");
        assertRefused(finished(one -> one.put("more", 1)), "\"more\"");
        assertRefused(finished(one -> one.put("violations", 1.5)), "1.5");
        assertRefused(finished(one -> one.put("violations", "1")), "\"1\"");
        assertRefused(finished(one -> one.put("violations", true)), "Boolean");
        assertRefused(finished(one -> one.put("violations", new java.math.BigInteger("9223372036854775808"))), "range");
        assertRefused(finished(one -> one.putArray("compression")), "Array");
        assertRefused(CBOR.writeValueAsBytes(Map.of("Done", Map.of("warning", 5))), "(5)");
        assertRefused(CBOR.writeValueAsBytes(Map.of("Failed", Map.of("kind", 0, "reason", ""))), "number 0");
        assertRefused(CBOR.writeValueAsBytes(Map.of("Failed", Map.of("kind", "ALIEN", "reason", ""))), "ALIEN");
        assertRefused(
                CBOR.writeValueAsBytes(Map.of("TopicsFound", Map.of("names", Collections.singletonList(null)))),
                "null");
        assertRefused(
                CBOR.writeValueAsBytes(Map.of(
                        "Received", Map.of("deliveryReports", List.of(List.of(0, 0, List.of(List.of(1)), List.of()))))),
                "'bits'");
        assertRefused(
                CBOR.writeValueAsBytes(Map.of("PartitionsCreated", Map.of("created", 1L << 40, "all", Map.of()))),
                "Object");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Nothing",
                "",
                "dev.assay.worker.wire.Event$Finished",
                "Event$Finished",
                "finished",
                "java.lang.String",
                "Prepare"
            })
    void onlyTheNamesOfItsRecordsAreKnown(String name) {
        assertRefused(CBOR.writeValueAsBytes(Map.of(name, Map.of())), "type id '" + name + "'");
    }

    @Test
    void whatIsNoRecordIsRefused() {
        assertRefused(CBOR.writeValueAsBytes(null), "there is none");
        assertRefused(CBOR.writeValueAsBytes(List.of()), "START_ARRAY");
        assertRefused(CBOR.writeValueAsBytes(5), "VALUE_NUMBER_INT");
        assertRefused(CBOR.writeValueAsBytes(Map.of()), "END_OBJECT");
        assertRefused(new byte[0], "end-of-input");
        assertRefused("{\"Alive\":{}}".getBytes(StandardCharsets.UTF_8), "");
    }

    @Test
    void twoAtOnceAreRefused() {
        byte[] one = WireFormat.encode(FINISHED);
        ByteArrayOutputStream two = new ByteArrayOutputStream();
        two.writeBytes(one);
        two.writeBytes(one);
        assertRefused(two.toByteArray(), "Trailing token");
    }

    @Test
    void everyTornRecordIsRefused() {
        byte[] whole = WireFormat.encode(new ArbitraryRecords(1).of(Event.Interval.class));
        for (int length = 0; length < whole.length; length++) {
            assertRefused(Arrays.copyOf(whole, length), "");
        }
    }

    @Test
    void anImpossibleValueIsRefusedInItsOwnWords() {
        ObjectNode tree = (ObjectNode) CBOR.readTree(WireFormat.encode(new ArbitraryRecords(1).of(Workload.class)));
        tree.put("topics", 0);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> WireFormat.decode(CBOR.writeValueAsBytes(tree), Workload.class))
                .withMessageStartingWith("expected a record Workload, but topics must be between 1 and 10000");
    }

    /** The value is an array of an array, and so on: it is parsed only where a value is skipped. */
    @Test
    void whatIsTooDeepIsRefused() {
        byte[] deep = new byte[1_000_000];
        Arrays.fill(deep, (byte) 0x81);
        assertRefused(deep, "START_ARRAY");
        deep[0] = (byte) 0xa1;
        deep[1] = 0x61;
        deep[2] = 'x';
        assertThatThrownBy(() -> WireFormat.decode(deep, WireProtocol.GreetingOfAny.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nesting depth");
    }

    @Test
    void whatIsTooLongIsRefused() {
        assertRefused(
                WireFormat.encode(new Event.Done("x".repeat((1 << 21) + 1))), "exceeds the maximum allowed (2097152");
        // A text, bytes and a list that say that they have 2^63 - 1 of them.
        for (int kind : new int[] {0x7b, 0x5b, 0x9b}) {
            byte[] boast = {(byte) kind, 0x7f, -1, -1, -1, -1, -1, -1, -1, 0};
            assertRefused(boast, "");
        }
    }

    @Test
    void whatIsDamagedIsRefusedOrAnotherRecord() {
        Random random = new Random(42);
        for (int round = 0; round < 300; round++) {
            byte[] sound = WireFormat.encode(new ArbitraryRecords(round).of(Event.class));
            for (int damages = 0; damages < 30; damages++) {
                byte[] damaged = sound.clone();
                for (int left = 1 + random.nextInt(4); left > 0; left--) {
                    damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
                }
                try {
                    assertThat(WireFormat.decode(damaged, Event.class)).isNotNull();
                } catch (IllegalArgumentException refused) {
                    assertThat(refused).hasMessageStartingWith("expected a record Event, but ");
                }
            }
        }
    }

    @Test
    void aBuildIsReadWhateverAnotherOneAdds() {
        AssayBuild other = new AssayBuild(99, "9.9.9", "fedcba", "bench-8");
        ObjectNode greeting = CBOR.createObjectNode();
        greeting.putPOJO("more", List.of(1));
        greeting.set("build", CBOR.readTree(WireFormat.encode(other)));
        ((ObjectNode) greeting.get("build")).put("later", "x");
        byte[] bytes = CBOR.writeValueAsBytes(greeting);

        assertThat(WireFormat.decode(bytes, WireProtocol.GreetingOfAny.class).build())
                .isEqualTo(other);
        assertThat(WireFormat.decode(CBOR.writeValueAsBytes(greeting.get("build")), AssayBuild.class))
                .isEqualTo(other);
    }

    @Test
    void settingsWithoutValuesAreRefused() {
        byte[] bytes = CBOR.writeValueAsBytes(
                Map.of("groups", Map.of("a", Collections.singletonMap("b", null)), "overrides", Map.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> WireFormat.decode(bytes, EffectiveConfig.class));
    }
}
