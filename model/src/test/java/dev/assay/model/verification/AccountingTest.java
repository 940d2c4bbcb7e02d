package dev.assay.model.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.delivery.ReceivedMessages;
import dev.assay.model.delivery.Reconciliation;
import dev.assay.model.delivery.SequenceSet;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.message.MessageHeader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the account of a system that loses, repeats and recovers a known set of messages. */
class AccountingTest {
    private static final int RUN = 9;
    private static final int SENT = 5_000;

    private final CRC32C crc = new CRC32C();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyCountIsExactAndNoneHidesAnother(long seed) {
        Random random = new Random(seed);
        SequenceSet acked = new SequenceSet();
        SequenceSet failed = new SequenceSet();
        List<Long> arrivals = new ArrayList<>();
        Set<Long> lost = new HashSet<>();
        long recovered = 0;
        long repeated = 0;
        for (long sequence = 0; sequence < SENT; sequence++) {
            int fate = random.nextInt(10);
            boolean isAcked = fate < 7;
            boolean arrives = random.nextInt(10) < 6;
            if (isAcked) {
                acked.add(sequence);
            } else if (fate < 9) {
                failed.add(sequence);
            }
            // A client that tries again stores a message twice: that must not make up for another one that is gone.
            int times = arrives ? 1 + random.nextInt(3) : 0;
            for (int i = 0; i < times; i++) {
                arrivals.add(sequence);
            }
            repeated += Math.max(0, times - 1);
            recovered += !isAcked && arrives ? 1 : 0;
            if (isAcked && !arrives) {
                lost.add(sequence);
            }
        }

        Accounting account = reconcile(acked, failed, arrivals);

        assertThat(account.lost()).isEqualTo(lost.size()).isPositive();
        assertThat(account.survived()).isEqualTo(acked.count() - lost.size());
        assertThat(account.recovered()).isEqualTo(recovered).isPositive();
        assertThat(account.duplicated()).isEqualTo(repeated).isPositive();
        assertThat(account.unknown()).isEqualTo(SENT - acked.count() - failed.count());
    }

    @Test
    void countsThatDoNotAddUpAreRefused() {
        assertThatThrownBy(() -> new Accounting(10, 10, 0, 0, 9, 0, 0, 0, 0, 0, 0))
                .hasMessageContaining("survived and lost");
        assertThatThrownBy(() -> new Accounting(11, 10, 0, 0, 10, 0, 0, 0, 0, 0, 0))
                .hasMessageContaining("sent");
    }

    private Accounting reconcile(SequenceSet acked, SequenceSet failed, List<Long> arrivals) {
        ReceivedMessages received = new ReceivedMessages(0, RUN, 1, 1, 1, SequenceSet.LIMIT);
        byte[] payload = new byte[64];
        MessageHeader.writeIdentity(payload, RUN, 0, 0);
        int body = MessageHeader.crcOf(payload, MessageHeader.BYTES, payload.length - MessageHeader.BYTES, crc);
        for (long sequence : arrivals) {
            MessageHeader.writeMessage(payload, sequence, 0, 0, body, crc);
            received.book(0, 0, payload, 0, payload.length, crc);
        }
        WorkerLedger sender =
                new WorkerLedger(List.of(new ProducerLedger(0, SENT, SENT, acked, failed, List.of(0L))), List.of(), 0);
        WorkerLedger reader = new WorkerLedger(List.of(), List.of(received.ledger()), 0);
        return Accounting.of(Reconciliation.reconcile(List.of(sender, reader), List.of("s1"), List.of("measure")));
    }
}
