package dev.assay.cli.card;

import dev.assay.host.file.RecordJson;
import dev.assay.model.exit.CommandFailure;
import dev.assay.report.card.Card;
import dev.assay.report.card.CardMaker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Cards as files: each holds the digest of all else that it says. */
public final class CardFile {
    /** How the names of cards end. */
    public static final String SUFFIX = ".card";

    /** A card of more bytes is none. */
    private static final long MAX_BYTES = 1 << 20;

    private CardFile() {}

    /** Whether a file is named like a card. */
    public static boolean isOne(Path file) {
        return file.toString().endsWith(SUFFIX);
    }

    /** Whether a text that is said to be something else is one of a card. */
    public static boolean looksLikeOne(String text) {
        return text.stripLeading().startsWith("{") && text.contains("\"card\"") && text.contains("\"digest\"");
    }

    /** The text of a card, with its digest. */
    public static String text(Card card) {
        return new String(RecordJson.bytes(sealed(card)), StandardCharsets.UTF_8);
    }

    /** The card with its digest. */
    static Card sealed(Card card) {
        return card.withDigest(CardMaker.sha256(RecordJson.text(card.withDigest(""))));
    }

    /**
     * The card in a file.
     *
     * @throws CommandFailure when there is none, it is of another format, or was changed since it was made
     */
    public static Card read(Path file) {
        String text;
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > MAX_BYTES) {
                throw refused(file, "it is no file, or larger than a card: give what 'assay card' wrote", null);
            }
            text = Files.readString(file);
        } catch (IOException e) {
            throw refused(file, "it can't be read: " + e, e);
        }
        Card card;
        try {
            card = RecordJson.record(text, Card.class);
        } catch (IllegalArgumentException e) {
            throw refused(file, "it is no card that this version of Assay reads: " + e.getMessage(), e);
        }
        if (card.card() != Card.FORMAT) {
            throw refused(
                    file,
                    "it has format %d, but this version of Assay reads only format %d"
                            .formatted(card.card(), Card.FORMAT),
                    null);
        }
        if (!sealed(card).digest().equals(card.digest()) || !RecordJson.isOf(text, card)) {
            throw refused(
                    file,
                    "it was changed after it was made: its digest is of something else; make it again from its run",
                    null);
        }
        return card;
    }

    private static CommandFailure refused(Path file, String why, @Nullable Throwable cause) {
        return CommandFailure.badInput(file + " is refused: " + why, cause);
    }
}
