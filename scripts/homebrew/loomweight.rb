# The formula of Homebrew, for a tap. scripts/homebrew/formula fills in where the package is and its sum.
class Loomweight < Formula
  desc "Memory of Java's platform and virtual threads, and the code that pins them"
  homepage "@HOMEPAGE@"
  url "@URL@"
  sha256 "@SHA256@"
  license "Apache-2.0"

  depends_on "openjdk"

  def install
    libexec.install Dir["*"]
    # JAVA_HOME of the user, else Homebrew's openjdk.
    (bin/"loomweight").write_env_script libexec/"bin/loomweight", Language::Java.overridable_java_home_env
    man1.install Dir[libexec/"man/man1/*.1"]
    bash_completion.install libexec/"completions/loomweight.bash" => "loomweight"
    zsh_completion.install libexec/"completions/_loomweight"
    fish_completion.install libexec/"completions/loomweight.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/loomweight --version")
    (testpath/"nmt.txt").write <<~TEXT
      Native Memory Tracking:

      Total: reserved=2097152, committed=1048576
      -                 Java Heap (reserved=1048576, committed=524288)
                                  (mmap: reserved=1048576, committed=524288)
    TEXT
    assert_match "Java Heap", shell_output("#{bin}/loomweight memory nmt.txt")
  end
end
