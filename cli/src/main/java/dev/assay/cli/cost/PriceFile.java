package dev.assay.cli.cost;

import dev.assay.analysis.cost.Price;
import dev.assay.analysis.cost.Price.Unit;
import dev.assay.analysis.cost.PriceList;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Reads a price list from a CSV file; a cell has neither commas nor quotes. */
final class PriceFile {
    static final List<String> HEADER =
            List.of("as_of", "provider", "region", "terms", "item", "currency", "price", "per", "source");

    private static final String DATE = "\\d{4}-\\d\\d(-\\d\\d)?";

    /** A price list of more bytes is another file. */
    private static final long MAX_BYTES = 1 << 20;

    private PriceFile() {}

    /**
     * The prices of a file.
     *
     * @throws CommandFailure when there is none, or a line is no price with date and source, naming the line
     */
    static PriceList read(Path file) {
        List<String> lines = lines(file);
        if (lines.isEmpty() || !HEADER.equals(cells(lines.getFirst()))) {
            throw bad(file, 1, "expected the header " + String.join(",", HEADER));
        }
        List<Price> prices = new ArrayList<>();
        for (int line = 1; line < lines.size(); line++) {
            if (!lines.get(line).isBlank()) {
                prices.add(price(file, line + 1, cells(lines.get(line))));
            }
        }
        try {
            return new PriceList(prices);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, file + ": " + e.getMessage(), e);
        }
    }

    private static List<String> lines(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new CommandFailure(
                        ExitCode.BAD_INPUT,
                        file + " is larger than a price list: expected CSV with " + String.join(",", HEADER));
            }
            return Files.readString(file).lines().toList();
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT, "can't read the price list " + file + ": " + e + "; expected a CSV file", e);
        }
    }

    private static List<String> cells(String line) {
        return Arrays.stream(line.split(",", -1)).map(String::strip).toList();
    }

    private static Price price(Path file, int line, List<String> cells) {
        if (cells.size() != HEADER.size()) {
            throw bad(
                    file, line, "expected " + HEADER.size() + " cells without commas or quotes, found " + cells.size());
        }
        for (int cell = 0; cell < cells.size(); cell++) {
            if (cells.get(cell).isEmpty()) {
                throw bad(file, line, HEADER.get(cell) + " is empty: a price needs all of " + HEADER);
            }
        }
        if (!cells.getFirst().matches(DATE)) {
            throw bad(file, line, "as_of must be a month or day such as 2026-05, but is '" + cells.getFirst() + "'");
        }
        String per = cells.get(7);
        Unit unit = Arrays.stream(Unit.values())
                .filter(known -> known.toString().equals(per))
                .findFirst()
                .orElseThrow(() -> bad(
                        file,
                        line,
                        "per must be one of "
                                + Arrays.stream(Unit.values())
                                        .map(Unit::toString)
                                        .collect(Collectors.joining(", "))
                                + ", but is '" + per + "'"));
        try {
            return new Price(
                    cells.getFirst(),
                    cells.get(1),
                    cells.get(2),
                    cells.get(3),
                    cells.get(4),
                    cells.get(5),
                    Double.parseDouble(cells.get(6)),
                    unit,
                    cells.get(8));
        } catch (NumberFormatException e) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    file + ":" + line + ": price must be a number such as 0.904, but is '" + cells.get(6) + "'",
                    e);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, file + ":" + line + ": " + e.getMessage(), e);
        }
    }

    private static CommandFailure bad(Path file, int line, String what) {
        return new CommandFailure(ExitCode.BAD_INPUT, file + ":" + line + ": " + what);
    }
}
