package dev.loomweight.bytecode;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A random Java class of nested {@code synchronized} blocks and everything that leaves them. As {@code synchronized} is a
 * matter of the source's nesting, the generator knows what is held at each {@code held("...")} that it writes.
 */
final class RandomSource {

    private static final int METHODS = 12;
    private static final int DEEPEST = 4;

    private final Random random;
    private final StringBuilder text = new StringBuilder();
    private final Deque<String> held = new ArrayDeque<>();
    private int names;
    private int inLoop;

    private RandomSource(long seed) {
        random = new Random(seed);
    }

    /** A class {@code R}. */
    static String of(long seed) {
        RandomSource source = new RandomSource(seed);
        source.line("class R {");
        source.line("static final Object A = new Object(), B = new Object();");
        source.line("final Object own = new Object();");
        source.line("static int n;");
        source.line("static void held(String monitors) {}");
        source.line("static boolean flip() { return n++ % 3 == 0; }");
        for (int i = 0; i < METHODS; i++) {
            source.method(i);
        }
        return source.line("}").text.toString();
    }

    private RandomSource line(String line) {
        text.append(line).append('\n');
        return this;
    }

    private void method(int number) {
        boolean isSynchronized = random.nextInt(3) == 0;
        line((isSynchronized ? "synchronized " : "") + "int m" + number + "(Object given, int k) {");
        if (isSynchronized) {
            held.addLast("this");
        }
        block(0);
        line("return k;");
        line("}");
        held.clear();
    }

    private void block(int depth) {
        int statements = 1 + random.nextInt(3);
        for (int i = 0; i < statements; i++) {
            mark();
            if (depth < DEEPEST) {
                statement(depth + 1);
            }
        }
        mark();
    }

    private void mark() {
        line("held(\"" + held.stream().collect(Collectors.joining(", ")) + "\");");
    }

    private void statement(int depth) {
        switch (random.nextInt(11)) {
            case 0, 1, 2, 3 -> synchronizedBlock(depth);
            case 4 -> inBraces("if (flip())", depth, random.nextBoolean() ? "" : "else");
            case 5 -> loop(depth);
            case 6 -> inBraces("try", depth, "finally");
            case 7 -> catching(depth);
            case 8 -> labelled(depth);
            case 9 -> choice(depth);
            default -> leave();
        }
    }

    private void synchronizedBlock(int depth) {
        String lock = switch (random.nextInt(5)) {
            case 0 -> "A";
            case 1 -> "B";
            case 2 -> "own";
            case 3 -> "given";
            default -> "this";
        };
        String name = switch (lock) {
            case "A", "B" -> "R." + lock;
            case "own" -> "this.own";
            default -> lock;
        };
        if (random.nextInt(4) == 0) {
            String local = "local" + names++;
            line("Object " + local + " = flip() ? " + lock + " : A;");
            lock = local;
            name = local;
        }
        line("synchronized (" + lock + ") {");
        held.addLast(name);
        block(depth);
        held.removeLast();
        line("}");
    }

    private void inBraces(String head, int depth, String second) {
        line(head + " {");
        block(depth);
        line("}");
        if (!second.isEmpty()) {
            line(second + " {");
            // A finally block is copied to every exit, and a method takes 64 KB.
            block(second.equals("finally") ? Math.max(depth, DEEPEST - 1) : depth);
            line("}");
        }
    }

    private void loop(int depth) {
        String counter = "i" + names++;
        inLoop++;
        inBraces("for (int " + counter + " = 0; " + counter + " < k; " + counter + "++)", depth, "");
        inLoop--;
    }

    private void catching(int depth) {
        String type = random.nextBoolean() ? "Throwable" : "IllegalStateException";
        line("try {");
        block(depth);
        line("if (flip()) throw new IllegalStateException();");
        line("} catch (" + type + " e" + names++ + ") {");
        block(depth);
        line("}");
    }

    private void labelled(int depth) {
        String label = "l" + names++;
        line(label + ": {");
        block(depth);
        line("if (flip()) break " + label + ";");
        block(depth);
        line("}");
    }

    private void choice(int depth) {
        line("switch (k) {");
        line("case 1:");
        block(depth);
        line("if (flip()) return 2;");
        line("case 2:");
        block(depth);
        line("}");
    }

    private void leave() {
        switch (random.nextInt(inLoop > 0 ? 4 : 2)) {
            case 0 -> line("if (flip()) return k + 1;");
            case 1 -> line("if (flip()) throw new IllegalArgumentException();");
            case 2 -> line("if (flip()) continue;");
            default -> line("if (flip()) break;");
        }
    }
}
