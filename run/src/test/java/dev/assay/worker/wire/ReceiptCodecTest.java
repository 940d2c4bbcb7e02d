package dev.assay.worker.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.delivery.Receipts;
import dev.assay.model.delivery.Receipts.Frontier;
import dev.assay.model.delivery.Receipts.Word;
import dev.assay.model.delivery.SequenceSet;
import dev.assay.worker.wire.proto.ReceiptReport;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReceiptCodecTest {
    @Test
    void receiptsArriveAsTheyWere() {
        Receipts receipts = new Receipts(
                3,
                7,
                List.of(new Word(0, -1), new Word(SequenceSet.LIMIT / Long.SIZE - 1, Long.MIN_VALUE)),
                List.of(new Frontier(5, 1L << 39)));
        assertThat(ReceiptCodec.fromWire(ReceiptCodec.toWire(receipts))).isEqualTo(receipts);
    }

    @Test
    void asManyAsAreToldAtOnceFitIntoAnEvent() {
        Word longest = new Word(SequenceSet.LIMIT / Long.SIZE - 1, -1);
        Receipts receipts = new Receipts(1000, 100_000, Collections.nCopies(32_768, longest), List.of());
        assertThat(ReceiptCodec.toWire(receipts).getSerializedSize()).isLessThan(WireProtocol.LARGEST_MESSAGE_BYTES);
    }

    @Test
    void refusesWordsWithoutBits() {
        ReceiptReport torn = ReceiptReport.newBuilder().addWords(1).build();
        assertThatThrownBy(() -> ReceiptCodec.fromWire(torn))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("have 0 for 1");
    }
}
