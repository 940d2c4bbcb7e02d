package dev.assay.worker.wire;

import dev.assay.model.delivery.Receipts;
import dev.assay.model.delivery.Receipts.Word;
import dev.assay.worker.wire.proto.Frontier;
import dev.assay.worker.wire.proto.ReceiptReport;
import java.util.ArrayList;
import java.util.List;

/** Writes receipts to the wire and reads them. */
public final class ReceiptCodec {
    private ReceiptCodec() {}

    /** As a message. */
    public static ReceiptReport toWire(Receipts receipts) {
        ReceiptReport.Builder report = ReceiptReport.newBuilder()
                .setSubscription(receipts.subscription())
                .setProducer(receipts.producer());
        receipts.words().forEach(word -> report.addWords(word.index()).addBits(word.bits()));
        receipts.frontiers()
                .forEach(frontier -> report.addFrontiers(
                        Frontier.newBuilder().setPartition(frontier.partition()).setNext(frontier.next())));
        return report.build();
    }

    /**
     * From a message.
     *
     * @throws IllegalArgumentException when a word has no bits, or bits no word
     */
    public static Receipts fromWire(ReceiptReport report) {
        if (report.getWordsCount() != report.getBitsCount()) {
            throw new IllegalArgumentException("receipts must have bits for each word, but have "
                    + report.getBitsCount() + " for " + report.getWordsCount());
        }
        List<Word> words = new ArrayList<>();
        for (int index = 0; index < report.getWordsCount(); index++) {
            words.add(new Word(report.getWords(index), report.getBits(index)));
        }
        return new Receipts(
                report.getSubscription(),
                report.getProducer(),
                words,
                report.getFrontiersList().stream()
                        .map(frontier -> new Receipts.Frontier(frontier.getPartition(), frontier.getNext()))
                        .toList());
    }
}
