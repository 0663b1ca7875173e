package dev.loomweight.match;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The size of an expression with its counts expanded: {@code (ab{3}){10}} has 40 parts. Nested counts multiply, and each
 * character of a text costs a step for each part, so the size is checked before the expression is compiled.
 */
final class RegexSize {

    /** Larger sizes are not distinguished. */
    private static final long CAP = 1L << 30;

    private final String expression;
    private final Deque<Long> outside = new ArrayDeque<>();
    private long group;
    private long last;
    private int at;

    private RegexSize(String expression) {
        this.expression = expression;
    }

    /** The number of parts, including repetitions. Invalid expressions have some size as well. */
    static long of(String expression) {
        return new RegexSize(expression).size();
    }

    private long size() {
        while (at < expression.length()) {
            char c = expression.charAt(at++);
            switch (c) {
                case '(' -> {
                    outside.push(group);
                    group = 0;
                }
                case ')' -> {
                    long inner = group + 1;
                    group = outside.isEmpty() ? 0 : outside.pop();
                    part(inner);
                }
                case '{' -> repeat();
                case '[' -> {
                    passClass();
                    part(1);
                }
                case '\\' -> escape();
                default -> part(1);
            }
        }
        while (!outside.isEmpty()) {
            group += outside.pop();
        }
        return group;
    }

    private void part(long size) {
        last = Math.min(size, CAP);
        group = Math.min(group + last, CAP);
    }

    private void repeat() {
        long most = 0;
        long number = 0;
        int i = at;
        while (i < expression.length() && (expression.charAt(i) == ',' || Character.isDigit(expression.charAt(i)))) {
            int digit = Character.digit(expression.charAt(i++), 10);
            number = digit < 0 ? 0 : Math.min(number * 10 + digit, CAP);
            most = Math.max(most, number);
        }
        if (i < expression.length() && expression.charAt(i) == '}' && i > at) {
            at = i + 1;
            long copies = Math.max(1, most) * last;
            group = Math.min(group - last + Math.min(copies, CAP), CAP);
            last = Math.min(copies, CAP);
        } else {
            part(1);
        }
    }

    /** Moves after the bracket that closes a class; a bracket in first place belongs to the class. */
    private void passClass() {
        if (at < expression.length() && expression.charAt(at) == '^') {
            at++;
        }
        int begin = at;
        while (at < expression.length() && (expression.charAt(at) != ']' || at == begin)) {
            at += expression.charAt(at) == '\\' ? 2 : 1;
        }
        at++;
    }

    private void escape() {
        if (at < expression.length() && expression.charAt(at) == 'Q') {
            int end = expression.indexOf("\\E", at);
            int to = end < 0 ? expression.length() : end;
            part(to - at);
            last = 1;
            at = end < 0 ? to : end + 2;
        } else {
            at++;
            part(1);
        }
    }
}
