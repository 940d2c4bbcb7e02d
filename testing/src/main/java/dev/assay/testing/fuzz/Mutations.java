package dev.assay.testing.fuzz;

import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Texts made of known attacks: pieces of them are left out, doubled, swapped and mixed with words that mean something to the
 * parser. The same seed gives the same texts.
 *
 * @param examples to begin with
 * @param words what is put in between
 */
public record Mutations(List<String> examples, List<String> words) {
    private static final int MAX_CHANGES = 6;

    public Mutations {
        examples = List.copyOf(examples);
        words = List.copyOf(words);
    }

    /** The examples as they are, and then so many made from them. */
    public void forEach(int count, long seed, Consumer<String> test) {
        examples.forEach(test);
        Random random = new Random(seed);
        for (int made = 0; made < count; made++) {
            String text = one(examples, random);
            for (int changes = 1 + random.nextInt(MAX_CHANGES); changes > 0; changes--) {
                text = changed(text, random);
            }
            test.accept(text);
        }
    }

    private String changed(String text, Random random) {
        int from = random.nextInt(text.length() + 1);
        int to = Math.min(text.length(), from + random.nextInt(12));
        String before = text.substring(0, from);
        String after = text.substring(to);
        return switch (random.nextInt(5)) {
            case 0 -> before + after;
            case 1 -> before + one(words, random) + text.substring(from);
            case 2 -> before + one(words, random) + after;
            case 3 -> text.substring(0, to) + text.substring(from);
            default -> {
                String other = one(examples, random);
                yield before + other.substring(random.nextInt(other.length() + 1));
            }
        };
    }

    private static String one(List<String> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }
}
