package dev.loomweight.render;

/** What a piece of text is, for the eye; the codes are those of ECMA-48 "select graphic rendition". */
enum Style {
    /** Ordinary text. */
    PLAIN(""),
    /** Headings and totals. */
    STRONG("1"),
    /** Units, footnotes, what is absent. */
    FAINT("2"),
    /** A bar or a sparkline. */
    BAR("36"),
    /** The marker of something good to know. */
    INFO("36"),
    /** The marker of a warning. */
    WARNING("33"),
    /** The marker of a problem. */
    PROBLEM("31");

    private final String code;

    Style(String code) {
        this.code = code;
    }

    /** The text between the sequences that switch this style on and off. */
    String around(String text) {
        return code.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
