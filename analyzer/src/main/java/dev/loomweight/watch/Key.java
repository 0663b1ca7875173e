package dev.loomweight.watch;

/** What a key does. The help page and the bindings are made of this list. */
enum Key {
    /** Stop and go on. */
    PAUSE("p, space", "pause, and go on", "p "),
    /** The next order of sites. */
    SORT("s", "sort sites by pinned time, pins or longest pin", "s"),
    /** Up. */
    UP("up, k", "select the site above; scroll up", "k"),
    /** Down. */
    DOWN("down, j", "select the site below; scroll down", "j"),
    /** Ten up. */
    PAGE_UP("page up", "ten up", ""),
    /** Ten down. */
    PAGE_DOWN("page down", "ten down", ""),
    /** The stack of the selected site. */
    OPEN("enter", "show the selected site's holder and stack", "\r\n"),
    /** Back to all figures. */
    BACK("esc, left", "back to all figures", "\u001b\u007f"),
    /** A capture on disk. */
    DUMP("d", "write a capture of now: the recording and a snapshot", "d"),
    /** This page. */
    HELP("?, h", "show these keys", "?h"),
    /** Draw all again. */
    REDRAW("ctrl-l", "draw the screen again", "\f"),
    /** The end. */
    QUIT("q", "quit; the target goes on as before", "q\u0003\u0004");

    private final String name;
    private final String does;
    // One character each, which a string keeps better than an array that somebody may write to.
    private final String characters;

    Key(String name, String does, String characters) {
        this.name = name;
        this.does = does;
        this.characters = characters;
    }

    /** What is printed on it. */
    String label() {
        return name;
    }

    /** What it does. */
    String does() {
        return does;
    }

    /** What a terminal sends, whatever its type; more where its type tells. */
    String[] sequences() {
        return characters.codePoints().mapToObj(Character::toString).toArray(String[]::new);
    }
}
